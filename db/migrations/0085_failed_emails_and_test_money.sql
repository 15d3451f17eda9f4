-- The emails that were not sent, one by one, so that the owner sends them again from a phone. Money of a test gateway counts
-- as sales in demo mode alone. The list of customers has pages.

-- Jobs that were given up, with the order and the address that they are about, newest first: for owners; others get nothing.
-- `reason` holds no personal data (server/jobs/permanent-failure.ts). `retrying`: the job that queues it again waits.
-- The queue of the jobs is made after the migrations, so this is PL/pgSQL.
create function list_dead_letters(p_most integer) returns table (
    id uuid, queue text, at timestamptz, reason text, order_id uuid, order_number text, recipient text, retrying boolean
  )
  language plpgsql stable security definer set search_path = public, pg_temp
  as $$
begin
  if current_staff_role() is distinct from 'owner' then
    return;
  end if;
  return query
    select dead.id, dead.source_name, dead.created_on, dead.source_output ->> 'reason', about.id,
      coalesce(about.order_number, dead.data ->> 'order_number'),
      coalesce(dead.data ->> 'email', case dead.source_name
        when 'order-mail' then about.email
        when 'message-answer' then (
          select message.email from message_entries entry join contact_messages message on message.id = entry.message_id
          where entry.id = (dead.data ->> 'answer_id')::uuid)
        when 'newsletter-request' then (
          select email from newsletter_subscriptions where request_id = (dead.data ->> 'request_id')::uuid)
        when 'newsletter-letter' then (
          select email from newsletter_deliveries delivery where delivery.id = (dead.data ->> 'delivery_id')::uuid)
      end),
      exists (
        select from jobs.job retry
        where retry.name = 'dead-letter-retry' and retry.state < 'completed' and retry.data -> 'ids' ? dead.id::text
      )
    from (
      select * from jobs.job where name = 'dead-letter' and state < 'active' and source_name is not null
      order by created_on desc, jobs.job.id limit p_most
    ) dead
    left join lateral (
      select orders.id, orders.order_number, orders.email from orders
      where orders.id = case
        when dead.data ? 'order_number' then (
          select named.id from orders named where named.order_number = dead.data ->> 'order_number')
        when dead.source_name in ('order-confirmation', 'payment-received', 'order-mail') then (dead.data ->> 'order_id')::uuid
        when dead.source_name = 'payment-check' then (
          select paid.id from orders paid where paid.intent_id = (dead.data ->> 'id')::uuid limit 1)
        when dead.source_name = 'payment-refund' then (
          select paid.id from refunds join orders paid on paid.payment_id = refunds.payment_id
          where refunds.id = (dead.data ->> 'id')::uuid limit 1)
      end
    ) about on true
    order by dead.created_on desc, dead.id;
end $$;

-- As before, without those that a later job of the same row has made needless: nobody can queue them again.
create or replace function count_dead_letters() returns jsonb
  language plpgsql stable security definer set search_path = public, pg_temp
  as $$
begin
  if current_staff_role() is distinct from 'owner' then
    return null;
  end if;
  return (
    select coalesce(jsonb_object_agg(queue, jobs), '{}') from (
      select coalesce(source_name, '') as queue, count(*) as jobs from jobs.job
      where name = 'dead-letter' and state < 'active' group by 1
    ) dead
  );
end $$;

revoke execute on function list_dead_letters(integer) from public;
grant execute on function list_dead_letters(integer) to shop_staff;

-- Whether money that never moved counts as sales: in demo mode, the only one in which staff need no second factor.
create function counts_test_money() returns boolean
  language sql stable
  as $$ select coalesce(current_setting('shop.staff_factor_required', true), '') = 'false' $$;

create or replace function sum_sales(p_from timestamptz, p_to timestamptz) returns jsonb
  language sql stable set search_path = public, pg_temp
  as $$
    select jsonb_build_object('orders', count(*), 'amount', coalesce(sum(total_amount), 0),
      'cod', count(*) filter (where payment_method = 'cod'))
    from orders where created_at >= p_from and created_at < p_to and status <> 'cancelled'
      and (payment_mode is null or payment_mode = 'live' or counts_test_money())
  $$;

-- The sums of a day tell test money apart, so that they hold in both modes. Days that have some are read anew.
alter table report_sales
  add column test_money boolean not null default false,
  drop constraint report_sales_pkey, add primary key (day, payment_method, test_money);
alter table report_products
  add column test_money boolean not null default false,
  drop constraint report_products_pkey, add primary key (day, product_id, product_name, test_money);
delete from report_days where day in (
  select india_day(created_at) from orders where payment_mode in ('sandbox', 'test')
);

drop function sum_sales_of_day(date), sum_products_of_day(date);
create function sum_sales_of_day(p_day date) returns table (
    payment_method text, orders integer, amount numeric, cancelled integer, delivered integer, returned integer,
    test_money boolean
  )
  language sql stable set search_path = public, pg_temp
  as $$
    select o.payment_method, (count(*) filter (where o.status <> 'cancelled'))::integer,
      coalesce(sum(o.total_amount) filter (where o.status <> 'cancelled'), 0),
      (count(*) filter (where o.fulfilment = 'cancelled'))::integer,
      (count(*) filter (where o.fulfilment = 'delivered'))::integer,
      (count(*) filter (where o.fulfilment = 'returned'))::integer,
      coalesce(o.payment_mode, 'live') <> 'live'
    from orders o
    where o.created_at >= india_midnight(p_day) and o.created_at < india_midnight(p_day + 1)
    group by o.payment_method, coalesce(o.payment_mode, 'live') <> 'live'
  $$;
create function sum_products_of_day(p_day date) returns table (
    product_id text, product_name text, orders integer, pieces integer, amount numeric, test_money boolean
  )
  language sql stable set search_path = public, pg_temp
  as $$
    select item.product_id, item.product_name, count(*)::integer, sum(item.quantity)::integer, sum(item.subtotal),
      coalesce(o.payment_mode, 'live') <> 'live'
    from orders o
    join order_items item on item.order_id = o.id and item.user_id = o.user_id
    where o.created_at >= india_midnight(p_day) and o.created_at < india_midnight(p_day + 1) and o.status <> 'cancelled'
    group by item.product_id, item.product_name, coalesce(o.payment_mode, 'live') <> 'live'
  $$;
revoke execute on function sum_sales_of_day(date), sum_products_of_day(date) from public;

create or replace function report_sales(p_from date, p_to date) returns setof report_sales
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
        and (not summed.test_money or counts_test_money())
    union all
    select unread.day, live.* from unread cross join lateral sum_sales_of_day(unread.day) live
      where not live.test_money or counts_test_money();
end $$;
create or replace function report_products(p_from date, p_to date) returns setof report_products
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
        and (not summed.test_money or counts_test_money())
    union all
    select unread.day, live.* from unread cross join lateral sum_products_of_day(unread.day) live
      where not live.test_money or counts_test_money();
end $$;

-- A page of those who have ordered, who did so last first; `p_after` is the last order of the last one of the page before.
-- Each order is read from the index of all orders by age, and its shopper's last one from theirs.
create function customers_by_last_order(p_after uuid, p_most integer) returns setof uuid
  language plpgsql stable security definer set search_path = public, pg_temp set enable_seqscan = off
  as $$
declare
  v_at timestamptz := 'infinity';
  v_after uuid := 'ffffffff-ffff-ffff-ffff-ffffffffffff';
begin
  if current_staff_role() is distinct from 'owner' then
    return;
  end if;
  if p_after is not null then
    select created_at, id into v_at, v_after from orders where id = p_after;
    if not found then return; end if;
  end if;
  return query
    select o.user_id from orders o
    where (o.created_at, o.id) < (v_at, v_after)
      and o.id = (
        select own.id from orders own where own.user_id = o.user_id order by own.created_at desc, own.id desc limit 1
      )
    order by o.created_at desc, o.id desc limit p_most;
end $$;
revoke execute on function customers_by_last_order(uuid, integer) from public;
grant execute on function customers_by_last_order(uuid, integer) to shop_staff;
grant execute on function counts_test_money() to shop_staff;
