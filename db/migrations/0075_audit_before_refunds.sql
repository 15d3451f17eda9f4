-- The log says how an order stood before money was given back: its payment's status, and the sum until then. Otherwise as
-- before.

-- Gives back `p_paise` of what was paid online. The key makes a repeated request one refund.
create or replace function refund_order(p_order uuid, p_version integer, p_paise bigint, p_reason text, p_note text, p_key text)
  returns table (outcome text, event bigint, refund uuid, shopper uuid)
  language plpgsql volatile security definer set search_path = public, pg_temp
  as $$
declare
  v_order orders;
  v_key text := 'staff-' || md5(p_order || ':' || p_key);
  v_former refunds;
  v_given numeric;
begin
  perform from payments where id = (select payment_id from orders where id = p_order) for update;
  select * into v_order from orders where id = p_order for no key update;
  select * into v_former from refunds where idempotency_key = v_key;
  if current_staff_role() is distinct from 'owner' then
    outcome := 'not_permitted';
  elsif v_order.id is null then
    outcome := 'order_not_found';
  elsif v_former.id is not null then
    outcome := case when (v_former.amount_paise, v_former.reason) = (p_paise, p_reason) then 'done'
      else 'idempotency_key_reused' end;
  elsif v_order.version <> p_version then
    outcome := 'order_changed';
  elsif v_order.payment_id is null then
    outcome := 'not_allowed_now';
  elsif refundable_paise(v_order.payment_id) < p_paise then
    outcome := 'refund_too_large';
  else
    select coalesce(sum(amount_paise), 0) / 100.0 into v_given from refunds
      where payment_id = v_order.payment_id and status <> 'failed';
    refund := queue_refund(v_order, p_paise, p_reason, v_key);
    update orders set version = version + 1 where id = p_order;
    insert into order_events (order_id, user_id, kind, actor, staff_id, data, shown_to_shopper)
      values (p_order, v_order.user_id, 'refund', 'staff', current_staff(),
        jsonb_strip_nulls(jsonb_build_object('amount', p_paise / 100.0, 'reason', p_reason, 'note', p_note)), true)
      returning id into event;
    insert into audit_log (staff_id, session_id, verb, subject_type, subject_id, before, after, reason)
      values (current_staff(), current_staff_session(), 'refund', 'order', p_order,
        jsonb_build_object('payment_status', v_order.payment_status, 'refunded', v_given),
        jsonb_build_object('amount', p_paise / 100.0, 'refund', refund, 'refunded', v_given + p_paise / 100.0), p_reason);
    outcome := 'done';
    shopper := v_order.user_id;
  end if;
  return next;
end $$;

-- Records money that was given back by hand for an order paid in cash.
create or replace function note_manual_refund(
  p_order uuid, p_version integer, p_amount numeric, p_way text, p_reference text, p_reason text, p_key text
) returns table (outcome text, event bigint, shopper uuid)
  language plpgsql volatile security definer set search_path = public, pg_temp
  as $$
declare
  v_order orders;
  v_given numeric;
  v_former manual_refunds;
begin
  select * into v_order from orders where id = p_order for no key update;
  select coalesce(sum(amount), 0) into v_given from manual_refunds where order_id = p_order;
  select * into v_former from manual_refunds where order_id = p_order and idempotency_key = p_key;
  if coalesce(current_staff_role() not in ('owner', 'accountant'), true) then
    outcome := 'not_permitted';
  elsif v_order.id is null then
    outcome := 'order_not_found';
  elsif v_former.id is not null then
    outcome := case
      when (v_former.amount, v_former.way, v_former.reference, v_former.reason) = (p_amount, p_way, p_reference, p_reason)
      then 'done' else 'idempotency_key_reused' end;
  elsif v_order.version <> p_version then
    outcome := 'order_changed';
  elsif v_order.payment_method <> 'cod' or v_order.payment_status not in ('paid', 'partially_refunded') then
    outcome := 'not_allowed_now';
  elsif v_given + p_amount > v_order.total_amount then
    outcome := 'refund_too_large';
  else
    insert into manual_refunds (order_id, user_id, amount, way, reference, reason, staff_id, idempotency_key)
      values (p_order, v_order.user_id, p_amount, p_way, p_reference, p_reason, current_staff(), p_key);
    update orders set version = version + 1, payment_status = case
      when v_given + p_amount >= v_order.total_amount then 'refunded' else 'partially_refunded' end
      where id = p_order;
    insert into order_events (order_id, user_id, kind, actor, staff_id, data, shown_to_shopper)
      values (p_order, v_order.user_id, 'manual_refund', 'staff', current_staff(),
        jsonb_build_object('amount', p_amount, 'way', p_way, 'reason', p_reason), true)
      returning id into event;
    insert into audit_log (staff_id, session_id, verb, subject_type, subject_id, before, after, reason)
      values (current_staff(), current_staff_session(), 'manual_refund', 'order', p_order,
        jsonb_build_object('payment_status', v_order.payment_status, 'refunded', v_given),
        jsonb_build_object('amount', p_amount, 'way', p_way, 'reference', p_reference, 'refunded', v_given + p_amount),
        p_reason);
    outcome := 'done';
    shopper := v_order.user_id;
  end if;
  return next;
end $$;
