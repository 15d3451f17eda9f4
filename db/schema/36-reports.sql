-- Sums of each day's orders, for reports over years: a job sums the days that are over, and those in which an order
-- went another way since. Placing an order writes none of it; a day that is not summed yet is read from the orders.
-- Orders paid with test money are told apart, and are never handed over.

create table report_days (day date primary key, summed_at timestamptz not null default now());
alter table report_days enable row level security;

-- Whose orders went another way. Appended and never updated, so that no verb waits for another's.
create table report_changes (id bigint primary key generated always as identity, day date not null);
create index report_changes_by_day on report_changes (day);
alter table report_changes enable row level security;

create table report_sales (
  day date not null references report_days on delete cascade,
  payment_method text not null,
  orders integer not null, -- without those that were cancelled, lost or came back
  amount numeric not null,
  cancelled integer not null,
  test_money boolean not null default false,
  primary key (day, payment_method, test_money)
);
alter table report_sales enable row level security;

create table report_products (
  day date not null references report_days on delete cascade,
  product_id text not null,
  product_name text not null,
  orders integer not null,
  pieces integer not null,
  amount numeric not null,
  test_money boolean not null default false,
  primary key (day, product_id, product_name, test_money)
);
alter table report_products enable row level security;

create table report_parcels (
  day date not null references report_days on delete cascade,
  courier uuid not null references couriers,
  delivered integer not null,
  returned integer not null,
  lost integer not null,
  primary key (day, courier)
);
create index report_parcels_by_courier on report_parcels (courier);
alter table report_parcels enable row level security;

-- Revision 2. What follows is applied again when it changes: raise the number then.

-- The day in India on which an order was placed.
create or replace function india_day(p_at timestamptz) returns date
  language sql immutable parallel safe
  as $$ select (p_at at time zone 'Asia/Kolkata')::date $$;

-- When that day begins.
create or replace function india_midnight(p_day date) returns timestamptz
  language sql immutable parallel safe
  as $$ select p_day::timestamp at time zone 'Asia/Kolkata' $$;

-- For count_today(): orders that were not cancelled, their sum, and how many of them are in cash.
create or replace function sum_sales(p_from timestamptz, p_to timestamptz) returns jsonb
  language sql stable set search_path = public, pg_temp
  as $$
    select jsonb_build_object('orders', count(*), 'amount', coalesce(sum(total_amount), 0),
      'cod', count(*) filter (where payment_method = 'cod'))
    from orders where created_at >= p_from and created_at < p_to and status <> 'cancelled'
      and (payment_mode is null or payment_mode = 'live' or counts_test_money())
  $$;

-- The day of the order is summed once more.
create or replace function note_report_change() returns trigger
  language plpgsql security definer set search_path = public, pg_temp
  as $$
begin
  insert into report_changes (day) values (india_day(old.created_at));
  return null;
end $$;

-- Sums up to `p_most` days that are over and not summed, or changed since; the number of days it did. A day is over an
-- hour after midnight, when no order of it can still be under way; a change that is not committed yet stays in the
-- list.
create or replace function sum_days(p_most integer) returns integer
  language plpgsql security definer set search_path = public, pg_temp
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

-- One day's sums, from its orders.
create or replace function sum_sales_of_day(p_day date)
  returns table(payment_method text, orders integer, amount numeric, cancelled integer, test_money boolean)
  language sql stable set search_path = public, pg_temp
  as $$
    select o.payment_method, (count(*) filter (where o.status <> 'cancelled'))::integer,
      coalesce(sum(o.total_amount) filter (where o.status <> 'cancelled'), 0),
      (count(*) filter (where o.fulfilment = 'cancelled'))::integer,
      coalesce(o.payment_mode, 'live') <> 'live'
    from orders o
    where o.created_at >= india_midnight(p_day) and o.created_at < india_midnight(p_day + 1)
    group by o.payment_method, coalesce(o.payment_mode, 'live') <> 'live'
  $$;

-- Likewise: each product's pieces.
create or replace function sum_products_of_day(p_day date)
  returns table(product_id text, product_name text, orders integer, pieces integer, amount numeric, test_money boolean)
  language sql stable set search_path = public, pg_temp
  as $$
    select item.product_id, item.product_name, count(*)::integer, sum(item.quantity)::integer, sum(item.subtotal),
      coalesce(o.payment_mode, 'live') <> 'live'
    from orders o
    join order_items item on item.order_id = o.id and item.user_id = o.user_id
    where o.created_at >= india_midnight(p_day) and o.created_at < india_midnight(p_day + 1) and o.status <> 'cancelled'
    group by item.product_id, item.product_name, coalesce(o.payment_mode, 'live') <> 'live'
  $$;

-- Likewise: how each courier's parcels ended.
create or replace function sum_parcels_of_day(p_day date)
  returns table(courier uuid, delivered integer, returned integer, lost integer)
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

-- The days of a range that have to be read from their orders: today, and what is not summed or has changed. A changed
-- day is read once: its list of changes is as long as it had steps.
create or replace function unsummed_days(p_from date, p_to date) returns setof date
  language sql stable set search_path = public, pg_temp
  as $$
    with changed as materialized (
      select distinct day from report_changes where day between p_from and least(p_to, india_day(now()) - 1)
    ), summed as materialized (
      select day from report_days where day between p_from and least(p_to, india_day(now()) - 1)
    )
    select each.day::date
    from generate_series(
      greatest(p_from, (select india_day(min(created_at)) from orders)), least(p_to, india_day(now())), interval '1 day'
    ) each (day)
    where each.day::date not in (select summed.day from summed) or each.day::date in (select changed.day from changed)
  $$;

-- Sales by day and way of paying, and by day and product, for owner and accountant; others get nothing.
create or replace function report_sales(p_from date, p_to date) returns setof report_sales
  language plpgsql stable security definer set search_path = public, pg_temp
  as $$
begin
  if coalesce(current_staff_role() not in ('owner', 'accountant'), true) then
    return;
  end if;
  return query
    with unread as materialized (select unsummed_days(p_from, p_to) as day)
    select summed.* from report_sales summed
      where summed.day between p_from and p_to and summed.day not in (select unread.day from unread)
        and (not summed.test_money or counts_test_money())
    union all
    select unread.day, live.* from unread cross join lateral sum_sales_of_day(unread.day) live
      where not live.test_money or counts_test_money();
end $$;

-- Likewise.
create or replace function report_products(p_from date, p_to date) returns setof report_products
  language plpgsql stable security definer set search_path = public, pg_temp
  as $$
begin
  if coalesce(current_staff_role() not in ('owner', 'accountant'), true) then
    return;
  end if;
  return query
    with unread as materialized (select unsummed_days(p_from, p_to) as day)
    select summed.* from report_products summed
      where summed.day between p_from and p_to and summed.day not in (select unread.day from unread)
        and (not summed.test_money or counts_test_money())
    union all
    select unread.day, live.* from unread cross join lateral sum_products_of_day(unread.day) live
      where not live.test_money or counts_test_money();
end $$;

-- Likewise.
create or replace function report_parcels(p_from date, p_to date) returns setof report_parcels
  language plpgsql stable security definer set search_path = public, pg_temp
  as $$
begin
  if coalesce(current_staff_role() not in ('owner', 'accountant'), true) then
    return;
  end if;
  return query
    with unread as materialized (select unsummed_days(p_from, p_to) as day)
    select summed.* from report_parcels summed
      where summed.day between p_from and p_to and summed.day not in (select unread.day from unread)
    union all
    select unread.day, live.* from unread cross join lateral sum_parcels_of_day(unread.day) live;
end $$;

-- Only how an order ends changes a sum.
create or replace trigger note_report_change after update of fulfilment on orders
  for each row when (
    old.fulfilment <> new.fulfilment and (
      old.fulfilment in ('cancelled', 'delivered', 'returned', 'lost')
      or new.fulfilment in ('cancelled', 'delivered', 'returned', 'lost')
    )
  ) execute function note_report_change();

revoke all on function
  sum_sales, india_day, india_midnight, note_report_change, sum_days, unsummed_days, report_sales, report_products,
  sum_products_of_day, sum_parcels_of_day, report_parcels, sum_sales_of_day from public;
grant execute on function india_day, india_midnight, report_sales, report_products, report_parcels to shop_staff;
grant execute on function sum_days to shop_app;
