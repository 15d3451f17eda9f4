-- What became of each courier's parcels, for reports: which courier brings back most. Summed as sales are, by the day of
-- the order. Orders paid with test money are never handed over, so none of these parcels is one of theirs.

-- While no job sums days: it would sum them without parcels if it began before this. First of all, because the new table
-- locks report_days, for which such a job would wait with its own lock.
select pg_advisory_xact_lock(hashtextextended('report_days', 0));

create table report_parcels (
  day date not null references report_days on delete cascade,
  courier uuid not null references couriers,
  delivered integer not null,
  returned integer not null,
  lost integer not null,
  primary key (day, courier)
);
create index report_parcels_by_courier on report_parcels (courier);

create function sum_parcels_of_day(p_day date) returns table (
    courier uuid, delivered integer, returned integer, lost integer
  )
  language sql stable set search_path = public, pg_temp
  as $$
    select parcel.courier, (count(*) filter (where o.fulfilment = 'delivered'))::integer,
      (count(*) filter (where o.fulfilment = 'returned'))::integer,
      (count(*) filter (where o.fulfilment = 'lost'))::integer
    from orders o
    join shipments parcel on parcel.order_id = o.id and parcel.state <> 'taken_back'
    where o.created_at >= india_midnight(p_day) and o.created_at < india_midnight(p_day + 1)
      and o.fulfilment in ('delivered', 'returned', 'lost')
    group by parcel.courier
  $$;

-- As before, with the parcels.
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
    v_days := v_days + 1;
  end loop;
  delete from report_changes where day >= india_day(now()); -- today is never summed
  return v_days;
end $$;

create function report_parcels(p_from date, p_to date) returns setof report_parcels
  language plpgsql stable security definer set search_path = public, pg_temp
  as $$
begin
  if coalesce(current_staff_role() not in ('owner', 'accountant'), true) then
    return;
  end if;
  return query
    with unread as materialized (select days_to_read(p_from, p_to) as day)
    select summed.* from report_parcels summed
      where summed.day between p_from and p_to and summed.day not in (select unread.day from unread)
    union all
    select unread.day, live.* from unread cross join lateral sum_parcels_of_day(unread.day) live;
end $$;

-- The days that are summed already.
insert into report_parcels
  select india_day(o.created_at), parcel.courier, count(*) filter (where o.fulfilment = 'delivered'),
    count(*) filter (where o.fulfilment = 'returned'), count(*) filter (where o.fulfilment = 'lost')
  from orders o
  join shipments parcel on parcel.order_id = o.id and parcel.state <> 'taken_back'
  where o.fulfilment in ('delivered', 'returned', 'lost')
    and india_day(o.created_at) in (select day from report_days)
  group by 1, 2;

alter table report_parcels enable row level security;
revoke execute on function sum_parcels_of_day(date), report_parcels(date, date) from public;
grant execute on function report_parcels(date, date) to shop_staff;
