-- Sums of each day's orders, for reports over years: a job sums the days that are over, and those in which an order went
-- another way since. Placing an order writes none of it; a day that is not summed yet is read from the orders.

create table report_days (day date primary key, summed_at timestamptz not null default now());

-- Whose orders went another way. Appended and never updated, so that no verb waits for another's.
create table report_changes (id bigint primary key generated always as identity, day date not null);
create index report_changes_by_day on report_changes (day);

create table report_sales (
  day date not null references report_days on delete cascade,
  payment_method text not null,
  orders integer not null, -- without those that were cancelled, lost or came back
  amount numeric not null,
  cancelled integer not null,
  delivered integer not null,
  returned integer not null,
  primary key (day, payment_method)
);
create table report_products (
  day date not null references report_days on delete cascade,
  product_id text not null,
  product_name text not null,
  orders integer not null,
  pieces integer not null,
  amount numeric not null,
  primary key (day, product_id, product_name)
);

-- The day in India on which an order was placed.
create function india_day(p_at timestamptz) returns date
  language sql immutable parallel safe
  as $$ select (p_at at time zone 'Asia/Kolkata')::date $$;
create function india_midnight(p_day date) returns timestamptz
  language sql immutable parallel safe
  as $$ select p_day::timestamp at time zone 'Asia/Kolkata' $$;

create function note_report_change() returns trigger
  language plpgsql security definer set search_path = public, pg_temp
  as $$
begin
  insert into report_changes (day) values (india_day(old.created_at));
  return null;
end $$;
create trigger note_report_change after update of fulfilment on orders
  for each row when (
    old.fulfilment <> new.fulfilment
    -- What is neither sold, delivered nor given up differs in no report.
    and (old.fulfilment in ('delivered', 'returned', 'cancelled', 'lost')
      or new.fulfilment in ('delivered', 'returned', 'cancelled', 'lost'))
  ) execute function note_report_change();

-- One day's sums, from its orders.
create function sum_sales_of_day(p_day date) returns table (
    payment_method text, orders integer, amount numeric, cancelled integer, delivered integer, returned integer
  )
  language sql stable set search_path = public, pg_temp
  as $$
    select o.payment_method, (count(*) filter (where o.status <> 'cancelled'))::integer,
      coalesce(sum(o.total_amount) filter (where o.status <> 'cancelled'), 0),
      (count(*) filter (where o.fulfilment = 'cancelled'))::integer,
      (count(*) filter (where o.fulfilment = 'delivered'))::integer,
      (count(*) filter (where o.fulfilment = 'returned'))::integer
    from orders o
    where o.created_at >= india_midnight(p_day) and o.created_at < india_midnight(p_day + 1)
    group by o.payment_method
  $$;
create function sum_products_of_day(p_day date) returns table (
    product_id text, product_name text, orders integer, pieces integer, amount numeric
  )
  language sql stable set search_path = public, pg_temp
  as $$
    select item.product_id, item.product_name, count(*)::integer, sum(item.quantity)::integer, sum(item.subtotal)
    from orders o
    join order_items item on item.order_id = o.id and item.user_id = o.user_id
    where o.created_at >= india_midnight(p_day) and o.created_at < india_midnight(p_day + 1) and o.status <> 'cancelled'
    group by item.product_id, item.product_name
  $$;

-- Sums up to `p_most` days that are over and not summed, or changed since; the number of days it did. A day is over an hour
-- after midnight, when no order of it can still be under way; a change that is not committed yet stays in the list.
create function sum_days(p_most integer) returns integer
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
    v_days := v_days + 1;
  end loop;
  delete from report_changes where day >= india_day(now()); -- today is never summed
  return v_days;
end $$;

-- The days of a range that have to be read from their orders: today, and what is not summed or has changed.
create function days_to_read(p_from date, p_to date) returns setof date
  language sql stable set search_path = public, pg_temp
  as $$
    select each.day::date
    from generate_series(
      greatest(p_from, (select india_day(min(created_at)) from orders)), least(p_to, india_day(now())), interval '1 day'
    ) each (day)
    where not exists (select from report_days summed where summed.day = each.day::date)
      or exists (select from report_changes changed where changed.day = each.day::date)
  $$;

-- Sales by day and way of paying, and by day and product, for owner and accountant; others get nothing.
create function report_sales(p_from date, p_to date) returns setof report_sales
  language plpgsql stable security definer set search_path = public, pg_temp
  as $$
begin
  if coalesce(current_staff_role() not in ('owner', 'accountant'), true) then
    return;
  end if;
  return query
    with unread as materialized (select days_to_read(p_from, p_to) as day)
    select summed.* from report_sales summed
      where summed.day between p_from and p_to and summed.day not in (select unread.day from unread)
    union all
    select unread.day, live.* from unread cross join lateral sum_sales_of_day(unread.day) live;
end $$;
create function report_products(p_from date, p_to date) returns setof report_products
  language plpgsql stable security definer set search_path = public, pg_temp
  as $$
begin
  if coalesce(current_staff_role() not in ('owner', 'accountant'), true) then
    return;
  end if;
  return query
    with unread as materialized (select days_to_read(p_from, p_to) as day)
    select summed.* from report_products summed
      where summed.day between p_from and p_to and summed.day not in (select unread.day from unread)
    union all
    select unread.day, live.* from unread cross join lateral sum_products_of_day(unread.day) live;
end $$;

create index refunds_by_age on refunds (created_at);
create index manual_refunds_by_age on manual_refunds (created_at);

alter table report_days enable row level security;
alter table report_changes enable row level security;
alter table report_sales enable row level security;
alter table report_products enable row level security;
revoke execute on function india_day(timestamptz), india_midnight(date), note_report_change(), sum_sales_of_day(date),
  sum_products_of_day(date), sum_days(integer), days_to_read(date, date), report_sales(date, date),
  report_products(date, date) from public;
grant execute on function report_sales(date, date), report_products(date, date), india_day(timestamptz),
  india_midnight(date) to shop_staff;
grant execute on function sum_days(integer) to shop_app;
