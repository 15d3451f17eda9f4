-- Sums for two more reports: what became of the parcels of each PIN area, and how long orders wait for their hand-over. By
-- the day of the order, as sales are. Orders paid with test money are never handed over, so none of these is one of theirs.

-- While no job sums days: it would sum them without the new sums if it began before this. First of all, because the new
-- tables lock report_days, for which such a job would wait with its own lock.
select pg_advisory_xact_lock(hashtextextended('report_days', 0));

-- From here on, hand-overs and confirmations are noted, too. Replaced, not dropped: reading orders goes on meanwhile.
create or replace trigger note_report_change after update of fulfilment on orders
  for each row when (
    -- Differs in no report: whether an order is packed, and whether its parcel is on its way or coming back.
    case old.fulfilment when 'packed' then 'confirmed' when 'returning' then 'shipped' else old.fulfilment end
      <> case new.fulfilment when 'packed' then 'confirmed' when 'returning' then 'shipped' else new.fulfilment end
  ) execute function note_report_change();

create table report_areas (
  day date not null references report_days on delete cascade,
  area text not null, -- the first three digits of the PIN code: a sorting district of the post
  handed_over integer not null,
  delivered integer not null,
  returned integer not null,
  primary key (day, area)
);
-- Medians of days cannot be summed to the median of a month, but these can.
create table report_hand_overs (
  day date not null references report_days on delete cascade,
  hours integer not null, -- from the order to the hand-over, rounded
  orders integer not null,
  primary key (day, hours)
);
alter table report_sales
  add confirmed integer not null default 0, -- not only now: also what was cancelled later
  add unconfirmed integer not null default 0; -- cancelled before

create function sum_areas_of_day(p_day date) returns table (
    area text, handed_over integer, delivered integer, returned integer
  )
  language sql stable set search_path = public, pg_temp
  as $$
    select coalesce(substring(o.shipping_address ->> 'postal_code' from '^\s*([1-9]\d\d)'), 'Unknown'),
      count(*)::integer, (count(*) filter (where o.fulfilment = 'delivered'))::integer,
      (count(*) filter (where o.fulfilment = 'returned'))::integer
    from orders o
    where o.created_at >= india_midnight(p_day) and o.created_at < india_midnight(p_day + 1)
      and o.fulfilment in ('shipped', 'returning', 'delivered', 'returned', 'lost')
    group by 1
  $$;
create function sum_hand_overs_of_day(p_day date) returns table (hours integer, orders integer)
  language sql stable set search_path = public, pg_temp
  as $$
    select round(extract(epoch from o.shipped_at - o.created_at) / 3600)::integer, count(*)::integer
    from orders o
    where o.created_at >= india_midnight(p_day) and o.created_at < india_midnight(p_day + 1)
      and o.fulfilment in ('shipped', 'returning', 'delivered', 'returned', 'lost') and o.shipped_at is not null
    group by 1
  $$;

-- As before, with the orders that were confirmed, and those that were cancelled instead.
drop function sum_sales_of_day(date);
create function sum_sales_of_day(p_day date) returns table (
    payment_method text, orders integer, amount numeric, cancelled integer, delivered integer, returned integer,
    test_money boolean, confirmed integer, unconfirmed integer
  )
  language sql stable set search_path = public, pg_temp
  as $$
    select o.payment_method, (count(*) filter (where o.status <> 'cancelled'))::integer,
      coalesce(sum(o.total_amount) filter (where o.status <> 'cancelled'), 0),
      (count(*) filter (where o.fulfilment = 'cancelled'))::integer,
      (count(*) filter (where o.fulfilment = 'delivered'))::integer,
      (count(*) filter (where o.fulfilment = 'returned'))::integer,
      coalesce(o.payment_mode, 'live') <> 'live',
      (count(*) filter (where o.confirmed_at is not null or o.fulfilment not in ('pending', 'cancelled')))::integer,
      (count(*) filter (where o.confirmed_at is null and o.fulfilment = 'cancelled'))::integer
    from orders o
    where o.created_at >= india_midnight(p_day) and o.created_at < india_midnight(p_day + 1)
    group by o.payment_method, coalesce(o.payment_mode, 'live') <> 'live'
  $$;

-- As before, with the new sums.
create or replace function sum_days(p_most integer) returns integer
  language plpgsql volatile security definer set search_path = public, pg_temp
  as $$
declare
  v_day date;
  v_days integer := 0;
begin
  if not pg_try_advisory_xact_lock(hashtextextended('report_days', 0)) then
    return 0;
  end if;
  for v_day in
    select day from (
      select distinct day from report_changes
      union
      select first.day::date from generate_series(
        (select india_day(min(created_at)) from orders), india_day(now() - interval '1 hour') - 1, interval '1 day'
      ) first (day)
      where not exists (select from report_days summed where summed.day = first.day::date)
    ) open where day < india_day(now() - interval '1 hour') order by day limit p_most
  loop
    delete from report_changes where day = v_day;
    delete from report_days where day = v_day;
    insert into report_days (day) values (v_day);
    insert into report_sales select v_day, summed.* from sum_sales_of_day(v_day) summed;
    insert into report_products select v_day, summed.* from sum_products_of_day(v_day) summed;
    insert into report_parcels select v_day, summed.* from sum_parcels_of_day(v_day) summed;
    insert into report_areas select v_day, summed.* from sum_areas_of_day(v_day) summed;
    insert into report_hand_overs select v_day, summed.* from sum_hand_overs_of_day(v_day) summed;
    v_days := v_days + 1;
  end loop;
  delete from report_changes where day >= india_day(now()); -- today is never summed
  return v_days;
end $$;

-- For owner and accountant; others get nothing. Summed over the days: a day has as many areas as parcels, almost.
create function report_areas(p_from date, p_to date) returns table (
    area text, handed_over bigint, delivered bigint, returned bigint
  )
  language plpgsql stable security definer set search_path = public, pg_temp
  as $$
begin
  if coalesce(current_staff_role() not in ('owner', 'accountant'), true) then
    return;
  end if;
  return query
    with unread as materialized (select days_to_read(p_from, p_to) as day)
    select each.area, sum(each.handed_over), sum(each.delivered), sum(each.returned)
    from (
      select summed.* from report_areas summed
        where summed.day between p_from and p_to and summed.day not in (select unread.day from unread)
      union all
      select unread.day, live.* from unread cross join lateral sum_areas_of_day(unread.day) live
    ) each
    group by each.area;
end $$;

-- The same of the hours until the hand-over, by month ('YYYY-MM').
create function report_hand_overs(p_from date, p_to date) returns table (month text, hours integer, orders bigint)
  language plpgsql stable security definer set search_path = public, pg_temp
  as $$
begin
  if coalesce(current_staff_role() not in ('owner', 'accountant'), true) then
    return;
  end if;
  return query
    with unread as materialized (select days_to_read(p_from, p_to) as day)
    select to_char(each.day, 'YYYY-MM'), each.hours, sum(each.orders)
    from (
      select summed.* from report_hand_overs summed
        where summed.day between p_from and p_to and summed.day not in (select unread.day from unread)
      union all
      select unread.day, live.* from unread cross join lateral sum_hand_overs_of_day(unread.day) live
    ) each
    group by 1, each.hours;
end $$;

alter table report_areas enable row level security;
alter table report_hand_overs enable row level security;
revoke execute on function sum_areas_of_day(date), sum_hand_overs_of_day(date), sum_sales_of_day(date),
  report_areas(date, date), report_hand_overs(date, date) from public;
grant execute on function report_areas(date, date), report_hand_overs(date, date) to shop_staff;
