-- What staff and shoppers do to an order. One function does each verb wholly: state, version, event, parcel, stock, cash,
-- refund and audit stand or fall together, and neither role needs a right to change orders, stock or refunds itself.

-- What is not yet given back of an online payment, in paise. The payment's row is the lock for its refunds.
create function refundable_paise(p_payment text) returns bigint
  language sql stable set search_path = public, pg_temp
  as $$
    select amount_paise - coalesce((
      select sum(refunds.amount_paise) from refunds where payment_id = payments.id and status <> 'failed'
    ), 0)::bigint
    from payments where id = p_payment
  $$;

-- Queues a refund for the job that gives money back; the order waits for it. The caller holds the payment's lock.
create function queue_refund(p_order orders, p_paise bigint, p_reason text, p_key text) returns uuid
  language plpgsql volatile set search_path = public, pg_temp
  as $$
declare
  v_refund uuid;
begin
  insert into refunds (payment_id, user_id, amount_paise, reason, idempotency_key)
    values (p_order.payment_id, p_order.user_id, p_paise, p_reason, p_key)
    returning id into v_refund;
  update orders set payment_status = 'refund_pending' where id = p_order.id;
  return v_refund;
end $$;

-- Brings good pieces of an order's items back into the stock, once for each item and reason.
create function restock_order(p_order uuid, p_reason text, p_good jsonb) returns integer
  language plpgsql volatile set search_path = public, pg_temp
  as $$
declare
  v_pieces integer;
begin
  with back as (
    insert into stock_movements (product_id, delta, reason, order_item_id, staff_id)
    select item.product_id, least(item.quantity, coalesce((p_good ->> item.id::text)::integer, 0)), p_reason, item.id,
      current_staff()
    from order_items item
    where item.order_id = p_order and least(item.quantity, coalesce((p_good ->> item.id::text)::integer, 0)) > 0
    order by item.product_id
    on conflict on constraint once_per_order_item do nothing
    returning delta
  )
  select coalesce(sum(delta), 0) into v_pieces from back;
  return v_pieces;
end $$;

-- Does a verb, for the staff member or the shopper of the transaction. `p_version` is the version that was seen; null for
-- shoppers, who are asked nothing about it. `p_data`: courier, tracking_number, reason, note, good ({item: pieces}).
-- `outcome` is 'done' or a code of contract/errors.ts, and then nothing has changed. `refund` was queued, of so many
-- paise; `shopper` is whose order it is.
create function act_on_order(p_order uuid, p_version integer, p_verb text, p_data jsonb)
  returns table (outcome text, event bigint, refund uuid, refund_paise bigint, shopper uuid)
  language plpgsql volatile security definer set search_path = public, pg_temp
  as $$
declare
  v_role text := current_staff_role();
  v_order orders;
  v_to text;
  v_verb order_verbs;
  v_cash cod_collections;
  v_parcel uuid;
  v_actor text := case when current_staff() is null then 'shopper' else 'staff' end;
  v_data jsonb := p_data;
  v_prepaid boolean;
  v_all jsonb;
begin
  -- First the payment, then the order: as whoever records a refund.
  perform from payments where id = (select payment_id from orders where id = p_order) for update;
  select * into v_order from orders where id = p_order for no key update;
  if not found
    or (v_actor = 'shopper' and v_order.user_id is distinct from current_shopper())
    or (v_role = 'packer' and v_order.fulfilment not in ('confirmed', 'packed', 'shipped')) then
    return query select 'order_not_found', null::bigint, null::uuid, null::bigint, null::uuid;
    return;
  end if;
  select * into v_verb from order_verbs where verb = p_verb;
  if not found or (v_actor = 'shopper' and p_verb <> 'cancel')
    or (v_actor = 'staff' and coalesce(v_role <> all (v_verb.roles), true)) then
    return query select 'not_permitted', null::bigint, null::uuid, null::bigint, null::uuid;
    return;
  end if;
  if v_actor = 'staff' and v_order.version is distinct from p_version then
    return query select 'order_changed', null::bigint, null::uuid, null::bigint, null::uuid;
    return;
  end if;
  select to_state into v_to from order_transitions where verb = p_verb and from_state = v_order.fulfilment;
  select * into v_cash from cod_collections where order_id = p_order for update;
  select id into v_parcel from shipments
    where order_id = p_order and state not in ('taken_back') order by handed_over_at desc, id limit 1;
  if v_to is null
    or (p_verb = 'unconfirm' and v_order.payment_method <> 'cod')
    or (p_verb in ('pack', 'hand_over') and v_order.payment_mode <> 'live')
    or (p_verb = 'take_back' and exists (select from shipments where id = v_parcel and failed_attempts > 0))
    or (p_verb = 'undeliver' and v_cash.state not in ('due', 'void'))
    or (p_verb = 'undeliver' and exists (select from manual_refunds where order_id = p_order)) then
    return query select 'not_allowed_now', null::bigint, null::uuid, null::bigint, null::uuid;
    return;
  end if;

  if p_verb = 'hand_over' then
    insert into shipments (order_id, user_id, courier, tracking_number)
      select v_order.id, v_order.user_id, couriers.id, p_data ->> 'tracking_number'
      from couriers where couriers.id = (p_data ->> 'courier')::uuid and couriers.active
      on conflict do nothing;
    if not found then
      return query select case
        when exists (select from couriers where couriers.id = (p_data ->> 'courier')::uuid and couriers.active)
        then 'tracking_number_taken' else 'not_found' end, null::bigint, null::uuid, null::bigint, null::uuid;
      return;
    end if;
    v_data := jsonb_build_object('tracking_number', p_data -> 'tracking_number', 'courier',
      (select name from couriers where couriers.id = (p_data ->> 'courier')::uuid), 'courier_id', p_data -> 'courier');
    if v_order.packed_at is null then
      insert into order_events (order_id, user_id, kind, actor, staff_id, shown_to_shopper)
        values (v_order.id, v_order.user_id, 'pack', v_actor, current_staff(), true);
    end if;
  end if;

  -- What was ordered online and is given up is paid back in full.
  v_prepaid := v_order.payment_id is not null and v_to in ('cancelled', 'returned', 'lost');
  if v_prepaid then
    refund_paise := refundable_paise(v_order.payment_id);
    if refund_paise > 0 then
      refund := queue_refund(v_order, refund_paise,
        case when v_to = 'cancelled' then 'cancelled' else 'returned' end, 'order-' || v_order.id);
      v_data := v_data || jsonb_build_object('refunded', refund_paise / 100.0);
    else
      refund_paise := null;
    end if;
  end if;

  update orders set
    fulfilment = v_to,
    version = version + 1,
    cancel_reason = case when v_to = 'cancelled' then p_data ->> 'reason' else orders.cancel_reason end,
    confirmed_at = case when v_to = 'pending' then null
      when v_to = 'cancelled' then orders.confirmed_at else coalesce(orders.confirmed_at, now()) end,
    packed_at = case when v_to in ('pending', 'confirmed') then null
      when v_to = 'cancelled' then orders.packed_at else coalesce(orders.packed_at, now()) end,
    shipped_at = case when v_to in ('pending', 'confirmed', 'packed') then null
      when v_to = 'cancelled' then orders.shipped_at else coalesce(orders.shipped_at, now()) end,
    delivered_at = case when v_to = 'delivered' then now() end,
    closed_at = case when v_to in ('cancelled', 'returned', 'lost') then now() end,
    payment_status = case
      when orders.payment_method <> 'cod' then orders.payment_status
      when p_verb = 'deliver' and orders.payment_status = 'pending' then 'paid'
      when p_verb = 'undeliver' and v_cash.state = 'due' then 'pending'
      else orders.payment_status
    end
    where id = p_order;

  update shipments set
    state = case p_verb when 'take_back' then 'taken_back' when 'deliver' then 'delivered'
      when 'undeliver' then 'handed_over' when 'return_to_origin' then 'returning' when 'receive_back' then 'returned'
      when 'lose' then 'lost' else shipments.state end,
    failed_attempts = shipments.failed_attempts + case p_verb when 'attempt_failed' then 1 else 0 end
    where id = v_parcel and p_verb <> 'hand_over';

  if p_verb = 'deliver' and v_order.payment_method = 'cod' then
    insert into cod_collections (order_id, amount, due_at)
      values (v_order.id, v_order.total_amount, now() + interval '7 days')
      on conflict (order_id) do update set state = 'due', collected_at = now(), due_at = excluded.due_at;
  elsif p_verb = 'undeliver' then
    update cod_collections set state = 'void' where order_id = p_order and state = 'due';
  end if;

  if v_to = 'cancelled' then
    select jsonb_object_agg(item.id, item.quantity) into v_all from order_items item where item.order_id = p_order;
    v_data := v_data || jsonb_build_object('restocked', restock_order(p_order, 'cancelled', v_all));
  elsif p_verb = 'receive_back' then
    v_data := v_data || jsonb_build_object('restocked',
      restock_order(p_order, 'returned_to_origin', coalesce(p_data -> 'good', '{}')));
  end if;

  insert into order_events (order_id, user_id, kind, actor, staff_id, data, shown_to_shopper)
    values (v_order.id, v_order.user_id, p_verb, v_actor, current_staff(), v_data, v_verb.shown_to_shopper)
    returning id into event;
  if v_actor = 'staff' then
    insert into audit_log (staff_id, session_id, verb, subject_type, subject_id, before, after, reason)
      values (current_staff(), current_staff_session(), p_verb, 'order', p_order,
        jsonb_build_object('fulfilment', v_order.fulfilment, 'payment_status', v_order.payment_status,
          'version', v_order.version),
        jsonb_build_object('fulfilment', v_to, 'version', v_order.version + 1) || (v_data - 'reason'),
        p_data ->> 'reason');
  end if;
  outcome := 'done';
  shopper := v_order.user_id;
  return next;
end $$;

-- Gives back `p_paise` of what was paid online. The key makes a repeated request one refund.
create function refund_order(p_order uuid, p_version integer, p_paise bigint, p_reason text, p_note text, p_key text)
  returns table (outcome text, event bigint, refund uuid, shopper uuid)
  language plpgsql volatile security definer set search_path = public, pg_temp
  as $$
declare
  v_order orders;
  v_key text := 'staff-' || md5(p_order || ':' || p_key);
  v_former refunds;
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
    refund := queue_refund(v_order, p_paise, p_reason, v_key);
    update orders set version = version + 1 where id = p_order;
    insert into order_events (order_id, user_id, kind, actor, staff_id, data, shown_to_shopper)
      values (p_order, v_order.user_id, 'refund', 'staff', current_staff(),
        jsonb_strip_nulls(jsonb_build_object('amount', p_paise / 100.0, 'reason', p_reason, 'note', p_note)), true)
      returning id into event;
    insert into audit_log (staff_id, session_id, verb, subject_type, subject_id, after, reason)
      values (current_staff(), current_staff_session(), 'refund', 'order', p_order,
        jsonb_build_object('amount', p_paise / 100.0, 'refund', refund), p_reason);
    outcome := 'done';
    shopper := v_order.user_id;
  end if;
  return next;
end $$;

-- Records money that was given back by hand for an order paid in cash.
create function note_manual_refund(
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
    insert into audit_log (staff_id, session_id, verb, subject_type, subject_id, after, reason)
      values (current_staff(), current_staff_session(), 'manual_refund', 'order', p_order,
        jsonb_build_object('amount', p_amount, 'way', p_way, 'reference', p_reference), p_reason);
    outcome := 'done';
    shopper := v_order.user_id;
  end if;
  return next;
end $$;

-- A note for the staff. False when there is no such order, or it is not for this role.
create function note_order(p_order uuid, p_text text) returns boolean
  language plpgsql volatile security definer set search_path = public, pg_temp
  as $$
begin
  insert into order_events (order_id, user_id, kind, actor, staff_id, data, shown_to_shopper)
    select id, user_id, 'note', 'staff', current_staff(), jsonb_build_object('text', p_text), false
    from orders
    where id = p_order and (
      current_staff_role() = 'owner'
      or (current_staff_role() = 'packer' and fulfilment in ('confirmed', 'packed', 'shipped'))
    );
  if not found then
    return false;
  end if;
  insert into audit_log (staff_id, session_id, verb, subject_type, subject_id)
    values (current_staff(), current_staff_session(), 'note', 'order', p_order);
  return true;
end $$;

-- The events of an order that its shopper may see, oldest first; under the policies of who asks.
create function shown_events(p_order uuid) returns jsonb
  language sql stable set search_path = public, pg_temp
  as $$
    select coalesce(jsonb_agg(jsonb_build_object(
      'id', event.id::text, 'kind', kind, 'at', at, 'actor', actor, 'data', data,
      'tracking_url', replace(couriers.tracking_url, '{number}', data ->> 'tracking_number')
    ) order by event.id), '[]')
    from order_events event
    left join couriers on kind = 'hand_over' and couriers.id = (data ->> 'courier_id')::uuid
    where event.order_id = p_order and shown_to_shopper
  $$;

-- The steps of an order for whoever has the link of a mail: nothing that says whose it is.
create function order_timeline(p_order uuid)
  returns table (order_number text, status text, created_at timestamptz, events jsonb)
  language sql stable security definer set search_path = public, pg_temp
  as $$
    select order_number, status, created_at, shown_events(id) from orders where id = p_order
  $$;

revoke execute on function shown_events(uuid), order_timeline(uuid), refundable_paise(text), queue_refund(orders, bigint, text, text),
  restock_order(uuid, text, jsonb), act_on_order(uuid, integer, text, jsonb),
  refund_order(uuid, integer, bigint, text, text, text),
  note_manual_refund(uuid, integer, numeric, text, text, text, text), note_order(uuid, text) from public;
grant execute on function act_on_order(uuid, integer, text, jsonb) to shop_app, shop_staff;
grant execute on function order_timeline(uuid), shown_events(uuid) to shop_app;
grant execute on function refund_order(uuid, integer, bigint, text, text, text),
  note_manual_refund(uuid, integer, numeric, text, text, text, text), note_order(uuid, text) to shop_staff;
