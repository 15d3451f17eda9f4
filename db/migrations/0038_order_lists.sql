-- Lists and search over all orders, for staff. Policies would keep the search out of its index (its operator is not
-- leakproof), so functions with the owner's rights find the ids, each for what the role may see; the rows themselves are
-- read under the policies.

-- What an order is found by: its number with and without 'AP', PIN and city for every role; the words of the name and the
-- telephone, each after a '~', for owners and packers; the e-mail, after a '=', for owners. A role finds an order only by what
-- it may see: else an accountant could guess whose order it is.
-- Not parsed as language: each is one lexeme, and searches look for beginnings. PL/pgSQL, which prepares the expression once
-- per connection: an SQL function would be parsed with every order that is placed.
create function order_search(p_number text, p_address jsonb, p_email text) returns tsvector
  language plpgsql immutable parallel safe
  as $$
begin
  return array_to_tsvector(array_remove(array_remove(
    array[
      lower(replace(p_number, '-', '')), right(lower(replace(p_number, '-', '')), 6), coalesce('=' || lower(p_email), ''),
      '~' || right(translate(coalesce(p_address ->> 'phone', ''), ' +-().', ''), 10),
      replace(lower(coalesce(p_address ->> 'postal_code', '')), ' ', '')
    ] || string_to_array(translate(lower(coalesce(p_address ->> 'city', '')), ',()/-.', '      '), ' ')
    || string_to_array('~' || replace(
      translate(lower(coalesce(p_address ->> 'full_name', '')), ',()/-.', '      '), ' ', ' ~'
    ), ' '), ''), '~'));
end $$;

alter table orders
  add column search tsvector not null generated always as (order_search(order_number, shipping_address, email)) stored;
create index orders_by_words on orders using gin (search) with (gin_pending_list_limit = 256);
create index orders_by_age on orders (created_at desc, id desc);
create index orders_by_fulfilment on orders (fulfilment, created_at, id);
create index orders_refunded on orders (payment_status, created_at, id)
  where payment_status in ('refund_pending', 'partially_refunded', 'refunded');

-- Failed refunds that somebody has to look at: none was made after them, and their money is still there. At most 1,000.
create function failed_refunds() returns table (payment_id text, created_at timestamptz)
  language sql stable set search_path = public, pg_temp
  as $$
    select payment_id, created_at from refunds
    where status = 'failed' and refundable_paise(payment_id) >= amount_paise
      -- Not 'exists', which may read all refunds at once.
      and coalesce((
        select max(later.created_at) from refunds later
        where later.payment_id = refunds.payment_id and later.status <> 'failed'
      ) < created_at, true)
    order by created_at limit 1000
  $$;
revoke execute on function failed_refunds() from public;

-- The statement that find_orders() runs: `p_sources` are united, each narrowed by all `p_filters`. What is asked for comes
-- in as $1 to $13, see its end.
create function order_list_statement(
  p_sources text[], p_filters text[], p_oldest_first boolean, p_after boolean
) returns text
  language plpgsql immutable set search_path = public, pg_temp
  as $$
declare
  v_order text := case when p_oldest_first then 'o.created_at, o.id' else 'o.created_at desc, o.id desc' end;
  v_where text := '';
  v_filter text;
  v_source text;
  v_parts text[] := '{}';
begin
  foreach v_filter in array p_filters loop
    v_where := v_where || ' and ' || case v_filter
      when 'packer' then $f$o.fulfilment in ('confirmed', 'packed', 'shipped')$f$
      when 'fulfilment' then 'o.fulfilment = $1'
      when 'closed' then $f$o.fulfilment in ('cancelled', 'returned', 'lost')$f$
      when 'real_money' then $f$(o.payment_mode is null or o.payment_mode = 'live')$f$
      -- Not 'exists', which may read all parcels at once.
      when 'late' then $f$o.fulfilment = 'shipped' and (o.shipped_at < now() - interval '7 days' or (
        select max(s.failed_attempts) from shipments s where s.order_id = o.id) > 0)$f$
      when 'refunding' then $f$o.id in (
        select id from orders where payment_status = 'refund_pending'
        union all
        select orders.id from failed_refunds() failed join payments on payments.id = failed.payment_id
        join orders on orders.intent_id = payments.intent_id
      )$f$
      when 'payment_method' then 'o.payment_method = $2'
      when 'payment_status' then 'o.payment_status = $3'
      when 'courier' then $f$exists (
        select from shipments s where s.order_id = o.id and s.courier = $4 and s.state <> 'taken_back')$f$
      when 'product' then 'exists (select from order_items i where i.order_id = o.id and i.user_id = o.user_id and i.product_id = $5)'
      when 'from' then 'o.created_at >= $6'
      when 'to' then 'o.created_at < $7'
    end;
  end loop;
  if p_after then
    v_where := v_where || ' and (o.created_at, o.id) ' || case when p_oldest_first then '>' else '<' end || ' ($8, $9)';
  end if;
  foreach v_source in array p_sources loop
    v_parts := v_parts || format('(select o.created_at, o.id from %s o where %s%s order by %s limit $13)',
      case v_source
        when 'few' then '(select * from orders where search @@ $10 offset 0)' -- the fence: found first, filtered then
        else 'orders'
      end,
      case v_source
        when 'all' then 'true'
        when 'few' then 'true'
        when 'words' then 'o.search @@ $10'
        when 'tracking' then $f$o.id in (select s.order_id from shipments s where s.tracking_number like $11)$f$
        when 'products' then 'exists (select from order_items i where i.order_id = o.id and i.user_id = o.user_id and i.product_id = any($12))'
      end, v_where, v_order);
  end loop;
  return format('select o.id from (%s) o order by %s limit $13', array_to_string(v_parts, ' union '), v_order);
end $$;

-- A page of orders' ids for the transaction's staff member; nothing for others. `p_words` is the search, `p_tracking` a
-- pattern, `p_products` those whose name was typed. Newest first, or the oldest for queues that are worked off.
create function find_orders(
  p_filters text[], p_fulfilment text, p_payment_method text, p_payment_status text, p_courier uuid, p_product text,
  p_from timestamptz, p_to timestamptz, p_after uuid, p_words tsquery, p_tracking text, p_products text[],
  p_oldest_first boolean, p_most integer
) returns setof uuid
  language plpgsql stable security definer set search_path = public, pg_temp set enable_seqscan = off
  as $$
declare
  v_at timestamptz;
  v_filters text[] := p_filters;
  v_sources text[] := '{all}';
begin
  if current_staff_role() is null then
    return;
  end if;
  -- How many orders a typed beginning matches is not known to the planner, and a wrong guess reads all of them. A few are
  -- fetched and sorted; for a common word the list is read in its order, which soon has a page.
  if p_words is not null then
    v_sources := case
      when (select count(*) from (select from orders where search @@ p_words limit 1001) matching) > 1000 then '{words}'
      else '{few}'
    end;
  end if;
  if current_staff_role() = 'packer' then v_filters := v_filters || 'packer'::text; end if;
  if p_tracking is not null then v_sources := v_sources || 'tracking'::text; end if;
  if cardinality(p_products) > 0 then v_sources := v_sources || 'products'::text; end if;
  if p_after is not null then
    select created_at into v_at from orders where id = p_after;
    if not found then return; end if;
  end if;
  return query execute order_list_statement(v_sources, v_filters, p_oldest_first, p_after is not null)
    using p_fulfilment, p_payment_method, p_payment_status, p_courier, p_product, p_from, p_to, v_at, p_after,
      p_words, p_tracking, p_products, p_most;
end $$;

-- How many orders wait in a state, up to a thousand, and since when.
create function count_waiting(p_fulfilment text) returns jsonb
  language sql stable set search_path = public, pg_temp
  as $$
    select jsonb_build_object('count', count(*), 'oldest', min(created_at)) from (
      select created_at from orders
      where fulfilment = p_fulfilment
        and (p_fulfilment <> 'confirmed' or payment_mode is null or payment_mode = 'live')
      order by created_at limit 1000
    ) waiting
  $$;

create function sum_sales(p_from timestamptz, p_to timestamptz) returns jsonb
  language sql stable set search_path = public, pg_temp
  as $$
    select jsonb_build_object('orders', count(*), 'amount', coalesce(sum(total_amount), 0),
      'cod', count(*) filter (where payment_method = 'cod'))
    from orders where created_at >= p_from and created_at < p_to and status <> 'cancelled'
  $$;

-- The morning's counts; what the role does not include is null.
create function count_today(p_low_stock integer) returns jsonb
  language plpgsql stable security definer set search_path = public, pg_temp
  as $$
declare
  v_role text := current_staff_role();
  v_midnight timestamptz := date_trunc('day', now(), 'Asia/Kolkata');
  v_today jsonb := '{}';
  v_jobs integer;
begin
  if v_role is null then
    return null;
  end if;
  if v_role in ('owner', 'packer') then
    v_today := v_today || jsonb_build_object(
      'to_pack', count_waiting('confirmed'), 'to_hand_over', count_waiting('packed'),
      'low_stock', (select jsonb_build_object('count', count(*)) from products where active and stock <= p_low_stock));
  end if;
  if v_role = 'owner' then
    -- The queue of the jobs is made after the migrations.
    select count(*) into v_jobs from jobs.job where name = 'dead-letter';
    v_today := v_today || jsonb_build_object(
      'to_confirm', count_waiting('pending'), 'coming_back', count_waiting('returning'),
      'late', (
        select jsonb_build_object('count', count(*), 'oldest', min(shipped_at)) from (
          select shipped_at from orders o
          where fulfilment = 'shipped' and (shipped_at < now() - interval '7 days' or (
            select max(s.failed_attempts) from shipments s where s.order_id = o.id
          ) > 0)
          limit 1000
        ) late
      ),
      'failed_jobs', jsonb_build_object('count', v_jobs));
  end if;
  if v_role in ('owner', 'accountant') then
    v_today := v_today || jsonb_build_object(
      'refunds', (
        select jsonb_build_object('count', count(*), 'oldest', min(created_at)) from (
          select created_at from failed_refunds()
        ) failed
      ),
      'cash_overdue', (
        select jsonb_build_object('count', count(*), 'amount', coalesce(sum(amount), 0))
        from cod_collections where state = 'due' and due_at < now()
      ),
      'yesterday', sum_sales(v_midnight - interval '1 day', v_midnight),
      'last_seven_days', sum_sales(v_midnight - interval '7 days', v_midnight));
  end if;
  return v_today;
end $$;
create index refunds_failed on refunds (created_at) where status = 'failed';

revoke execute on function order_search(text, jsonb, text), order_list_statement(text[], text[], boolean, boolean),
  find_orders(text[], text, text, text, uuid, text, timestamptz, timestamptz, uuid, tsquery, text, text[], boolean, integer),
  count_waiting(text), sum_sales(timestamptz, timestamptz), count_today(integer) from public;
-- Computed with the rights of whoever places an order.
grant execute on function order_search(text, jsonb, text) to shop_app;
grant execute on function
  find_orders(text[], text, text, text, uuid, text, timestamptz, timestamptz, uuid, tsquery, text, text[], boolean, integer),
  count_today(integer) to shop_staff;
