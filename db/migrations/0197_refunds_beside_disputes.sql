-- Whether a bank may still take the payment back, so that a refund could return it twice.
create function is_disputed(p_payment text) returns boolean
  language sql stable set search_path = public, pg_temp
  as $$
    select exists (select from disputes where payment_id = p_payment and status in ('open', 'under_review'))
  $$;

-- The part of an order's prices that was paid: less than 1 if an offer of the gateway took something off. A fee that the
-- customer bore is no part of a price.
create function paid_share(p_order orders) returns numeric
  language sql immutable
  as $$ select least(1, p_order.paid_amount / nullif(p_order.total_amount, 0)) $$;

-- As before, but a shopper cannot cancel while the payment is disputed, and no step of staff refunds it by itself. A
-- declined refund is of what was paid for the pieces.
create or replace function act_on_order(p_order uuid, p_version integer, p_verb text, p_data jsonb)
 returns table(outcome text, event bigint, refund uuid, refund_paise bigint, shopper uuid)
 language plpgsql
 security definer
 set search_path = public, pg_temp
as $$
declare
  v_role text := current_staff_role();
  v_order orders;
  v_to text;
  v_verb order_verbs;
  v_cash cod_collections;
  v_parcel uuid;
  v_return bigint;
  v_actor text := case when current_staff() is null then 'shopper' else 'staff' end;
  v_data jsonb := p_data;
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
  if p_verb = 'hand_over' and p_version < v_order.version and exists (
    select from shipments where order_id = p_order and state <> 'taken_back'
      and courier = (p_data ->> 'courier')::uuid and (
        tracking_number is not distinct from p_data ->> 'tracking_number'
        -- What was sent the first time was not kept.
        or tracking_number is null and exists (select from couriers where id = shipments.courier and not numbered)
      )
  ) then
    return query select 'done', null::bigint, null::uuid, null::bigint, v_order.user_id;
    return;
  end if;
  if v_actor = 'staff' and v_order.version is distinct from p_version then
    return query select 'order_changed', null::bigint, null::uuid, null::bigint, null::uuid;
    return;
  end if;
  v_to := state_after(v_order, v_verb);
  select * into v_cash from cod_collections where order_id = p_order for update;
  select id into v_parcel from shipments
    where order_id = p_order and state not in ('taken_back') order by handed_over_at desc, id limit 1;
  if v_to is null
    or (v_actor = 'shopper' and is_disputed(v_order.payment_id))
    or (p_verb = 'unconfirm' and v_order.payment_method <> 'cod')
    or (p_verb in ('pack', 'hand_over') and v_order.payment_mode <> 'live')
    or (p_verb = 'take_back' and exists (select from shipments where id = v_parcel and failed_attempts > 0))
    or (p_verb = 'undeliver' and v_cash.state not in ('due', 'void'))
    or (p_verb = 'undeliver' and exists (select from manual_refunds where order_id = p_order))
    or (p_verb = 'undeliver' and exists (select from returned_items where order_id = p_order))
    or (p_verb = 'receive_return' and not may_return(p_order, p_data))
    or (p_verb = 'undo_return' and undoable_return(p_order) is null)
    or (p_verb = 'decline_refund' and not may_decline_refund(p_order))
    or (p_verb = 'undo_decline_refund' and undoable_decline(p_order) is null)
    or (p_verb = 'undo_attempt_failed' and not exists (select from shipments where id = v_parcel and failed_attempts > 0))
    or (p_verb in ('undo_cancel', 'undo_lose') and not may_reopen(p_order)) then
    return query select 'not_allowed_now', null::bigint, null::uuid, null::bigint, null::uuid;
    return;
  end if;
  if p_verb in ('pack', 'hand_over') and wholly_refunded(v_order.payment_id) then
    return query select 'order_refunded', null::bigint, null::uuid, null::bigint, null::uuid;
    return;
  end if;
  if p_verb = 'undo_cancel' and not mail_waits(v_order.closed_at) then
    return query select 'shopper_told', null::bigint, null::uuid, null::bigint, null::uuid;
    return;
  end if;

  -- What was ordered online and is given up is paid back in full, by whoever has lately shown a second factor. While the
  -- payment is disputed, the bank may pay it back too: then only the owner's own refund does.
  if v_order.payment_id is not null and not is_disputed(v_order.payment_id) and v_to in ('cancelled', 'returned', 'lost') then
    refund_paise := nullif(greatest(refundable_paise(v_order.payment_id), 0), 0);
  end if;
  if v_actor = 'staff' and refund_paise is not null and not staff_factor_is_fresh() then
    return query select 'stale_factor', null::bigint, null::uuid, null::bigint, null::uuid;
    return;
  end if;

  if p_verb = 'undo_return' then
    v_return := undoable_return(p_order);
    if not undo_restock_of_returned_items(v_return) then
      return query select 'stock_changed', null::bigint, null::uuid, null::bigint, null::uuid;
      return;
    end if;
    delete from returned_items where event_id = v_return;
    select jsonb_build_object('good', data -> 'good', 'damaged', data -> 'damaged',
      'restocked', -(data ->> 'restocked')::integer)
      into v_data from order_events where id = v_return;
  elsif p_verb = 'decline_refund' then
    -- Without what is owed of refunds that failed: those are not declined.
    v_data := v_data || jsonb_build_object('amount', least(refund_due(p_order), (
      select round(sum(item.price * (good + damaged)) * paid_share(v_order), 2)
      from returned_items join order_items item on item.id = order_item_id
      where returned_items.order_id = p_order and not settled
    )));
  elsif p_verb = 'undo_decline_refund' then
    update returned_items set settled = false, declined_by = null
      where order_id = p_order and declined_by = undoable_decline(p_order);
  elsif p_verb = 'undo_cancel' then
    if not take_cancelled_again(p_order) then
      return query select 'stock_changed', null::bigint, null::uuid, null::bigint, null::uuid;
      return;
    end if;
  end if;

  if p_verb = 'hand_over' then
    insert into shipments (order_id, user_id, courier, tracking_number)
      select v_order.id, v_order.user_id, couriers.id, case when couriers.numbered then p_data ->> 'tracking_number' end
      from couriers where couriers.id = (p_data ->> 'courier')::uuid and couriers.active
        and (p_data ->> 'tracking_number' is not null or not couriers.numbered)
      on conflict do nothing;
    if not found then
      return query select case
        when not exists (select from couriers where couriers.id = (p_data ->> 'courier')::uuid and couriers.active)
        then 'not_found' when p_data ->> 'tracking_number' is null then 'invalid_input' else 'tracking_number_taken' end, null::bigint, null::uuid, null::bigint, null::uuid;
      return;
    end if;
    select jsonb_strip_nulls(jsonb_build_object(
        'tracking_number', case when couriers.numbered then p_data ->> 'tracking_number' end,
        'courier', couriers.name, 'courier_id', couriers.id))
      into v_data from couriers where couriers.id = (p_data ->> 'courier')::uuid;
    if v_order.packed_at is null then
      insert into order_events (order_id, user_id, kind, actor, staff_id, shown_to_shopper, from_state)
        values (v_order.id, v_order.user_id, 'pack', v_actor, current_staff(), true, v_order.fulfilment);
    end if;
  end if;

  if refund_paise is not null then
    refund := queue_refund(v_order, refund_paise,
      case when v_to = 'cancelled' then 'cancelled' else 'returned' end, 'order-' || v_order.id);
    v_data := v_data || jsonb_build_object('refunded', refund_paise / 100.0);
  end if;

  update orders set
    fulfilment = v_to,
    version = version + 1,
    cancel_reason = case when v_to = 'cancelled' then p_data ->> 'reason'
      when p_verb <> 'undo_cancel' then orders.cancel_reason end,
    confirmed_at = case when v_to = 'pending' then null
      when v_to = 'cancelled' then orders.confirmed_at else coalesce(orders.confirmed_at, now()) end,
    packed_at = case when v_to in ('pending', 'confirmed') then null
      when v_to = 'cancelled' then orders.packed_at else coalesce(orders.packed_at, now()) end,
    shipped_at = case when v_to in ('pending', 'confirmed', 'packed') then null
      when v_to = 'cancelled' then orders.shipped_at else coalesce(orders.shipped_at, now()) end,
    delivered_at = case when v_to = 'delivered' then coalesce(orders.delivered_at, now()) end,
    closed_at = case when v_to in ('cancelled', 'returned', 'lost') then now() end,
    payment_status = case
      when orders.payment_method <> 'cod' then orders.payment_status
      when p_verb = 'deliver' and orders.payment_status = 'pending' then 'paid'
      when p_verb = 'undeliver' and v_cash.state = 'due' then 'pending'
      else orders.payment_status
    end
    where id = p_order;

  update shipments set
    state = case when p_verb = 'take_back' then 'taken_back' when v_to = 'shipped' then 'handed_over'
      when v_to in ('returning', 'delivered', 'returned', 'lost') then v_to else shipments.state end,
    failed_attempts = shipments.failed_attempts
      + case p_verb when 'attempt_failed' then 1 when 'undo_attempt_failed' then -1 else 0 end
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
  elsif p_verb = 'receive_return' then
    v_data := v_data || jsonb_build_object('restocked',
      (select coalesce(sum(pieces::integer), 0) from jsonb_each_text(p_data -> 'good') each (item, pieces)));
  end if;

  insert into order_events (order_id, user_id, kind, actor, staff_id, data, shown_to_shopper, from_state)
    values (v_order.id, v_order.user_id, p_verb, v_actor, current_staff(), v_data, v_verb.shown_to_shopper,
      v_order.fulfilment)
    returning id into event;
  -- It was noted as packed by being handed over.
  if p_verb = 'take_back' and v_to <> 'packed' then
    insert into order_events (order_id, user_id, kind, actor, staff_id, shown_to_shopper, from_state)
      values (v_order.id, v_order.user_id, 'unpack', v_actor, current_staff(), true, 'packed');
  end if;
  if p_verb = 'receive_return' then
    perform restock_returned_items(p_order, event, p_data);
  elsif p_verb = 'decline_refund' then
    update returned_items set settled = true, declined_by = event where order_id = p_order and not settled;
  end if;
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

-- As before, but what was paid for the pieces, and never more than can be refunded.
create or replace function refund_due(p_order uuid)
 returns numeric
 language sql
 stable security definer
 set search_path = public, pg_temp
as $$
    select coalesce((
      select greatest(0, least(
        back.undecided + owed.paise / 100.0,
        least(coalesce(o.paid_amount, o.total_amount), back.price) - given.amount,
        refundable_paise(o.payment_id) / 100.0
      ))
      from orders o
      cross join lateral (
        select coalesce(round(sum(item.price * (good + damaged)) * paid_share(o), 2), 0) as price,
          coalesce(round(sum(item.price * (good + damaged)) filter (where not settled) * paid_share(o), 2), 0) as undecided
        from returned_items join order_items item on item.id = order_item_id
        where returned_items.order_id = o.id and returned_items.user_id = o.user_id
      ) back
      cross join lateral (select coalesce((failed_refunds_owe(o.payment_id)).paise, 0) as paise) owed
      cross join lateral (
        select coalesce((
          select sum(amount_paise) / 100.0 from refunds where payment_id = o.payment_id and status <> 'failed'
        ), 0) + coalesce((
          select sum(by_hand.amount) from manual_refunds by_hand
          where by_hand.order_id = o.id and by_hand.user_id = o.user_id
        ), 0) as amount
      ) given
      where o.id = p_order and current_staff_role() in ('owner', 'accountant')
        and not (o.payment_method = 'cod' and o.payment_status in ('pending', 'failed'))
    ), 0)
  $$;
