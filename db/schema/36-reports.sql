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

-- Revision 4. What follows is applied again when it changes: raise the number then.

-- The day in India on which an order was placed.
create or replace function india_day(p_at timestamptz) returns date
  language sql immutable parallel safe
  as $$ select (p_at at time zone 'Asia/Kolkata')::date $$;

-- When that day begins.
create or replace function india_midnight(p_day date) returns timestamptz
  language sql immutable parallel safe
  as $$ select p_day::timestamp at time zone 'Asia/Kolkata' $$;

-- The day of the order is summed once more.
create or replace function note_report_change() returns trigger
  language plpgsql security definer set search_path = public, pg_temp
  as $$
begin
  insert into report_changes (day) values (india_day(old.created_at));
  return null;
end $$;

-- Sums up to `p_most` days that are not summed yet, or have changed since; the number of days it did. An order may still
-- be under way an hour after its day has ended: until then its day is summed each time. A change that is not committed
-- yet stays in the list.
create or replace function sum_days(p_most integer) returns integer
  language plpgsql security definer set search_path = public, pg_temp
  as $$
declare
  v_days date[];
begin
  perform pg_advisory_xact_lock(hashtextextended('report_days', 0));
  v_days := array(
    select distinct day from report_changes
    union
    select each.day::date from generate_series(
      (select india_day(min(created_at)) from orders), india_day(now()), interval '1 day'
    ) each (day)
    where not exists (
      select from report_days summed
      where summed.day = each.day::date and summed_at >= india_midnight(summed.day + 1) + interval '1 hour'
    )
    order by day limit p_most
  );
  delete from report_changes where day = any(v_days);
  delete from report_days where day = any(v_days);
  insert into report_days (day, summed_at) select unnest(v_days), clock_timestamp();
  insert into report_sales (day, payment_method, test_money, orders, amount, cancelled)
    select day, payment_method, coalesce(payment_mode, 'live') <> 'live',
      count(*) filter (where status <> 'cancelled'),
      coalesce(sum(total_amount) filter (where status <> 'cancelled'), 0),
      count(*) filter (where fulfilment = 'cancelled')
    from unnest(v_days) day
    join orders on created_at >= india_midnight(day) and created_at < india_midnight(day + 1)
    group by 1, 2, 3;
  insert into report_products (day, product_id, product_name, test_money, orders, pieces, amount)
    select day, product_id, product_name, coalesce(payment_mode, 'live') <> 'live', count(*), sum(quantity),
      sum(subtotal - discount)
    from unnest(v_days) day
    join orders o on o.created_at >= india_midnight(day) and o.created_at < india_midnight(day + 1)
    join order_items item on item.order_id = o.id and item.user_id = o.user_id
    where status <> 'cancelled'
    group by 1, 2, 3, 4;
  insert into report_parcels (day, courier, delivered, returned, lost)
    select day, courier, count(*) filter (where fulfilment = 'delivered'),
      count(*) filter (where fulfilment = 'returned'), count(*) filter (where fulfilment = 'lost')
    from unnest(v_days) day
    join orders o on o.created_at >= india_midnight(day) and o.created_at < india_midnight(day + 1)
    join shipments parcel on parcel.order_id = o.id and parcel.state <> 'taken_back'
    where fulfilment in ('delivered', 'returned', 'lost')
    group by 1, 2;
  return cardinality(v_days);
end $$;

-- Only how an order ends changes a sum.
create or replace trigger note_report_change after update of fulfilment on orders
  for each row when (
    old.fulfilment <> new.fulfilment and (
      old.fulfilment in ('cancelled', 'delivered', 'returned', 'lost')
      or new.fulfilment in ('cancelled', 'delivered', 'returned', 'lost')
    )
  ) execute function note_report_change();

drop policy if exists staff on report_sales;
create policy staff on report_sales for select to shop_staff
  using ((select current_staff_role()) in ('owner', 'accountant'));
drop policy if exists staff on report_products;
create policy staff on report_products for select to shop_staff
  using ((select current_staff_role()) in ('owner', 'accountant'));
drop policy if exists staff on report_parcels;
create policy staff on report_parcels for select to shop_staff
  using ((select current_staff_role()) in ('owner', 'accountant'));

grant select on report_sales, report_products, report_parcels to shop_staff;
revoke all on function india_day, india_midnight, note_report_change, sum_days from public;
grant execute on function india_day, india_midnight to shop_staff;
grant execute on function sum_days to shop_app, shop_staff;
