-- Refunds of test money are no refunds in the reports, also of a payment that never got an order: shop_staff reads no
-- payments, and the order, if any, has the mode of its payment.

-- Whether no money moved with a payment; false for an unknown one.
create function is_test_payment(p_payment text) returns boolean
  language sql stable security definer set search_path = public, pg_temp
  as $$
    select exists (
      select from payments join payment_intents intent on intent.id = payments.intent_id
      where payments.id = p_payment and intent.mode <> 'live'
    )
  $$;
revoke execute on function is_test_payment(text) from public;
grant execute on function is_test_payment(text) to shop_staff;

-- As before, and the orders whose pieces are sold and still in the house: the same that stock_levels() counts as reserved.
create or replace function order_list_statement(p_sources text[], p_filters text[], p_oldest_first boolean, p_after boolean)
  returns text
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
      when 'unsent' then $f$o.fulfilment in ('pending', 'confirmed', 'packed')$f$
      when 'real_money' then $f$(o.payment_mode is null or o.payment_mode = 'live')$f$
      -- Not 'exists', which may read all parcels at once. The index of those that were tried in vain has the answer.
      when 'late' then $f$o.fulfilment = 'shipped' and (o.shipped_at < now() - interval '7 days' or (
        select s.order_id from shipments s where s.order_id = o.id and s.failed_attempts > 0 limit 1) is not null)$f$
      when 'refund_failed' then $f$o.id in (
        select orders.id from failed_refunds() failed join orders on orders.payment_id = failed.payment_id
      )$f$
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
        when 'few' then '(select * from orders where search @@ $14 offset 0)' -- the fence: found first, filtered then
        else 'orders'
      end,
      case v_source
        when 'all' then 'true'
        when 'few' then 'ts_match_vq(o.search, $10)'
        when 'found' then 'o.id = any($15)'
        when 'words' then 'ts_match_vq(o.search, $10)' -- '@@' without its index, which the planner would read whole
        when 'tracking' then $f$o.id in (select s.order_id from shipments s where s.tracking_number like $11)$f$
        when 'products' then 'exists (select from order_items i where i.order_id = o.id and i.user_id = o.user_id and i.product_id = any($12))'
      end, v_where, v_order);
  end loop;
  return format('select o.id from (%s) o order by %s limit $13', array_to_string(v_parts, ' union '), v_order);
end $$;
