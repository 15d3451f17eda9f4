-- An online refund that the gateway refuses for good (a closed account, a payment that is too old) is sent by bank or UPI
-- instead, and recorded as refunds of cash are. Before, such an order remained under "Refunds failed" for ever.

-- What was refunded by hand of an online payment's order, in paise.
create function paise_by_hand(p_payment text) returns bigint
  language sql stable security definer set search_path = public, pg_temp
  as $$
    select coalesce(sum(by_hand.amount * 100), 0)::bigint
    from orders paid join manual_refunds by_hand on by_hand.order_id = paid.id and by_hand.user_id = paid.user_id
    where paid.payment_id = p_payment
  $$;

-- As before, and less what was refunded by hand.
create or replace function refundable_paise(p_payment text) returns bigint
  language sql stable set search_path = public, pg_temp
  as $$
    select amount_paise - paise_by_hand(p_payment) - coalesce((
      select sum(refunds.amount_paise) from refunds where payment_id = payments.id and status <> 'failed'
    ), 0)::bigint
    from payments where id = p_payment
  $$;

-- As before; a refund by hand counts as one of the gateway's that succeeded.
create or replace function failed_refunds_owe(p_payment text, out paise bigint, out since timestamptz)
  language plpgsql stable set search_path = public, pg_temp
  as $$
declare
  v_refund record;
  v_for_failed bigint;
begin
  paise := 0;
  for v_refund in
    select id, amount_paise::bigint, status, created_at from refunds where payment_id = p_payment
    union all
    select by_hand.id, (by_hand.amount * 100)::bigint, 'processed', by_hand.created_at
      from orders paid join manual_refunds by_hand on by_hand.order_id = paid.id and by_hand.user_id = paid.user_id
      where paid.payment_id = p_payment
    order by created_at, id
  loop
    v_for_failed := least(v_refund.amount_paise, paise, coalesce((
      select sum(former.amount_paise) from refunds former
      where former.payment_id = p_payment and former.status = 'failed' and former.id <> v_refund.id
        and (former.created_at, former.id) < (v_refund.created_at, v_refund.id)
        and coalesce(former.failed_at, former.created_at) <= v_refund.created_at
    ), 0));
    if v_refund.status = 'failed' then
      since := case when paise = 0 then v_refund.created_at else since end;
      paise := paise + v_refund.amount_paise - v_for_failed;
    else
      paise := paise - v_for_failed;
    end if;
  end loop;
  paise := greatest(0, least(paise, refundable_paise(p_payment)));
end $$;

-- What may be recorded as refunded by hand, in paise: of cash that was collected what is left of it, of an online payment
-- what its failed refunds still owe; of an order that was given up all that is left, as in failed_refunds().
create function refundable_by_hand(p_order orders) returns bigint
  language sql stable security definer set search_path = public, pg_temp
  as $$
    select case
      when coalesce(current_staff_role() not in ('owner', 'accountant'), true) then 0
      when p_order.payment_method = 'cod' then
        case when p_order.payment_status in ('paid', 'partially_refunded') then p_order.total_paise - (
          select coalesce(sum(amount * 100), 0) from manual_refunds where order_id = p_order.id
        ) else 0 end
      when current_staff_role() <> 'owner'
        or not exists (select from refunds where payment_id = p_order.payment_id and status = 'failed') then 0
      when p_order.fulfilment in ('cancelled', 'returned', 'lost') then refundable_paise(p_order.payment_id)
      else (select owed.paise from failed_refunds_owe(p_order.payment_id) owed)
    end::bigint
  $$;

-- As before, also of an online payment whose refund has failed. First the payment, then the order, as in refund_order().
create or replace function note_manual_refund(
  p_order uuid, p_version integer, p_amount numeric, p_way text, p_reference text, p_reason text, p_key text
) returns table (outcome text, event bigint, shopper uuid)
  language plpgsql security definer set search_path = public, pg_temp
  as $$
declare
  v_order orders;
  v_given numeric;
  v_left bigint;
  v_former manual_refunds;
begin
  perform from payments where id = (select payment_id from orders where id = p_order) for update;
  select * into v_order from orders where id = p_order for no key update;
  select coalesce(sum(amount), 0) into v_given from manual_refunds where order_id = p_order;
  select * into v_former from manual_refunds where order_id = p_order and idempotency_key = p_key;
  v_left := refundable_by_hand(v_order);
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
  elsif v_left <= 0 then
    outcome := 'not_allowed_now';
  elsif p_amount * 100 > v_left then
    outcome := 'refund_too_large';
  else
    insert into manual_refunds (order_id, user_id, amount, way, reference, reason, staff_id, idempotency_key)
      values (p_order, v_order.user_id, p_amount, p_way, p_reference, p_reason, current_staff(), p_key);
    update orders set version = version + 1, payment_status = case
      when exists (
        select from refunds where payment_id = v_order.payment_id and status in ('queued', 'pending')
      ) then payment_status
      when coalesce(refundable_paise(v_order.payment_id), v_left - p_amount * 100) <= 0 then 'refunded'
      else 'partially_refunded' end
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

revoke execute on function paise_by_hand(text), refundable_by_hand(orders) from public;
grant execute on function refundable_by_hand(orders) to shop_staff;
