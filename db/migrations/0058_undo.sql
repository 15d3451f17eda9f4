-- An undo leads to where its step came from, and more steps can be undone: a parcel that was not coming back, an attempt that
-- did not fail, and, of orders in cash, a loss and a cancellation. A step that gives money back wants a second factor shown
-- lately, as a refund does, and what was given back wholly is not sent.

-- What a step led away from; null for what is no step, and from before this column.
alter table order_events add column from_state text;

-- The same as UNDO in domain/fulfilment.ts; a test compares them.
alter table order_verbs add column undoes text;
insert into order_verbs (verb, roles, shown_to_shopper, undoes) values
  ('undo_attempt_failed', '{owner}', true, 'attempt_failed'),
  ('undo_return_to_origin', '{owner}', true, 'return_to_origin'),
  ('undo_lose', '{owner}', true, 'lose'),
  ('undo_cancel', '{owner}', true, 'cancel');
update order_verbs set undoes = undone.verb
  from (values ('unconfirm', 'confirm'), ('unpack', 'pack'), ('take_back', 'hand_over'), ('undeliver', 'deliver'),
    ('undo_return', 'receive_return')) as undone (undo, verb)
  where order_verbs.verb = undone.undo;

alter table order_transitions drop constraint order_transitions_pkey, add primary key (verb, from_state, to_state);
insert into order_transitions (verb, from_state, to_state) values
  ('unpack', 'packed', 'pending'),
  ('take_back', 'shipped', 'pending'),
  ('take_back', 'shipped', 'confirmed'),
  ('undo_attempt_failed', 'shipped', 'shipped'),
  ('deliver', 'returning', 'delivered'),
  ('undeliver', 'delivered', 'returning'),
  ('undo_return_to_origin', 'returning', 'shipped'),
  ('undo_lose', 'lost', 'shipped'),
  ('undo_lose', 'lost', 'returning'),
  ('undo_cancel', 'cancelled', 'pending'),
  ('undo_cancel', 'cancelled', 'confirmed'),
  ('undo_cancel', 'cancelled', 'packed');

-- Where a verb leads to; null where it is not possible. Undoing leads to where the newest step of its kind came from, or,
-- for one from before that was written down, to the step before. Packers see no unconfirmed orders: whoever packed one has
-- let it go on.
create function state_after(p_order orders, p_verb order_verbs) returns text
  language plpgsql stable set search_path = public, pg_temp
  as $$
declare
  v_back text;
begin
  if p_verb.undoes is not null then
    select from_state into v_back from order_events
      where order_id = p_order.id and kind = p_verb.undoes order by id desc limit 1;
    v_back := coalesce(v_back, case p_verb.verb
      when 'unconfirm' then 'pending' when 'unpack' then 'confirmed' when 'take_back' then 'packed'
      when 'undo_attempt_failed' then 'shipped' when 'undo_return_to_origin' then 'shipped'
      when 'undeliver' then 'shipped' when 'undo_return' then 'delivered' end);
    if v_back = 'pending' and current_staff_role() = 'packer' then
      v_back := 'confirmed';
    end if;
  end if;
  return (
    select to_state from order_transitions
    where verb = p_verb.verb and from_state = p_order.fulfilment and (p_verb.undoes is null or to_state = v_back)
  );
end $$;

-- Whether an order was given up, and nothing stands against taking that back: it is in cash, staff did it and the step says
-- what it led away from, and no money was given back by hand.
create function may_reopen(p_order uuid) returns boolean
  language sql stable set search_path = public, pg_temp
  as $$
    select exists (
      select from orders cross join lateral (
        select kind, actor, from_state from order_events
        where order_id = orders.id and kind in ('cancel', 'lose') order by id desc limit 1
      ) event
      where orders.id = p_order and orders.payment_method = 'cod' and event.actor = 'staff' and event.from_state is not null
        and event.kind = case orders.fulfilment when 'cancelled' then 'cancel' when 'lost' then 'lose' end
        and not exists (select from order_events where order_id = p_order and kind = 'manual_refund')
    )
  $$;

-- Whether the mail about a step of this moment has still not been sent: it waits 60 s (MAIL_DELAY_SECONDS), less what the
-- transaction that asks may take.
create function mail_waits(p_at timestamptz) returns boolean
  language sql stable
  as $$ select p_at > now() - interval '50 seconds' $$;

-- Whether all that was paid online was given back, or is on its way. For staff as well, who read no payments.
create function wholly_refunded(p_payment text) returns boolean
  language sql stable security definer set search_path = public, pg_temp
  as $$ select coalesce(refundable_paise(p_payment) <= 0, false) $$;

-- The 10 minutes are FRESH_SECONDS in domain/staff.ts. Where no factor is required, as in demo mode, none need be recent.
create function staff_factor_is_fresh() returns boolean
  language sql stable
  as $$
    select coalesce(current_setting('shop.staff_factor_required', true), '') = 'false' or coalesce(
      nullif(current_setting('shop.staff_factor_at', true), '')::timestamptz >= now() - interval '10 minutes', false
    )
  $$;

-- As before, and says besides whether a factor is required.
create or replace function auth.admit_staff(
  p_session uuid, p_user uuid, p_second_factor boolean, p_factor_at timestamptz, p_roles text[],
  p_require_factor boolean, p_fresh_seconds integer
) returns void
  language plpgsql volatile security definer set search_path = ''
  as $$
declare
  v_role text := (select role from public.staff where user_id = p_user and disabled_at is null);
begin
  if v_role is null then
    raise exception 'Not staff' using errcode = 'SH404';
  end if;
  if p_require_factor and not coalesce(p_second_factor, false) then
    raise exception 'A second factor is needed' using errcode = 'SH412';
  end if;
  if p_roles is not null and v_role <> all (p_roles) then
    raise exception 'Not for this role' using errcode = 'SH403';
  end if;
  if p_require_factor and p_fresh_seconds is not null
    and coalesce(p_factor_at, '-infinity') < now() - make_interval(secs => p_fresh_seconds) then
    raise exception 'The second factor was shown too long ago' using errcode = 'SH413';
  end if;
  perform set_config('shop.staff_id', p_user::text, true), set_config('shop.staff_role', v_role, true),
    set_config('shop.staff_session', coalesce(p_session::text, ''), true),
    set_config('shop.staff_factor_at', coalesce(p_factor_at::text, ''), true),
    set_config('shop.staff_factor_required', p_require_factor::text, true);
end $$;

-- A cancellation that is undone takes its pieces out again, and the order can be cancelled once more. What came back from a
-- courier still is once for each item.
alter table stock_movements
  drop constraint reason_has_its_sign,
  add constraint reason_has_its_sign check (case
    when reason in ('received', 'returned_to_origin') then delta > 0
    when reason in ('damaged', 'sample') then delta < 0
    when reason in ('count', 'returned', 'cancelled') then delta <> 0
    else true
  end);
drop index once_per_order_item;
create unique index once_per_order_item on stock_movements (order_item_id, reason)
  where reason not in ('returned', 'cancelled');

-- The caller holds the order's lock: what is in stock again already is not brought back a second time.
create or replace function restock_order(p_order uuid, p_reason text, p_good jsonb) returns integer
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
      and coalesce((
        select sum(former.delta) from stock_movements former
        where former.order_item_id = item.id and former.reason = p_reason
      ), 0) <= 0
    order by item.product_id
    on conflict (order_item_id, reason) where reason not in ('returned', 'cancelled') do nothing
    returning delta
  )
  select coalesce(sum(delta), 0) into v_pieces from back;
  return v_pieces;
end $$;

-- Takes the pieces of a cancelled order out of the stock again; false when they have been sold since, and then nothing
-- changes.
create function take_cancelled_again(p_order uuid) returns boolean
  language plpgsql volatile set search_path = public, pg_temp
  as $$
begin
  perform from products where id in (select product_id from order_items where order_id = p_order)
    order by id for no key update;
  if exists (
    select from stock_movements back join order_items item on item.id = back.order_item_id
    join products on products.id = back.product_id
    where item.order_id = p_order and back.reason = 'cancelled'
    group by products.id having sum(back.delta) > max(products.stock)
  ) then
    return false;
  end if;
  insert into stock_movements (product_id, delta, reason, order_item_id, staff_id)
    select back.product_id, -sum(back.delta), 'cancelled', back.order_item_id, current_staff()
    from stock_movements back join order_items item on item.id = back.order_item_id
    where item.order_id = p_order and back.reason = 'cancelled'
    group by back.product_id, back.order_item_id having sum(back.delta) > 0
    order by back.product_id;
  return true;
end $$;

-- Does a verb, for the staff member or the shopper of the transaction. `p_version` is the version that was seen; null for
-- shoppers, who are asked nothing about it. `p_data`: courier, tracking_number, reason, note, good and damaged
-- ({item: pieces}).
-- `outcome` is 'done' or a code of contract/errors.ts, and then nothing has changed. `refund` was queued, of so many
-- paise; `shopper` is whose order it is.
create or replace function act_on_order(p_order uuid, p_version integer, p_verb text, p_data jsonb)
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
  if v_actor = 'staff' and v_order.version is distinct from p_version then
    return query select 'order_changed', null::bigint, null::uuid, null::bigint, null::uuid;
    return;
  end if;
  v_to := state_after(v_order, v_verb);
  select * into v_cash from cod_collections where order_id = p_order for update;
  select id into v_parcel from shipments
    where order_id = p_order and state not in ('taken_back') order by handed_over_at desc, id limit 1;
  if v_to is null
    or (p_verb = 'unconfirm' and v_order.payment_method <> 'cod')
    or (p_verb in ('pack', 'hand_over') and v_order.payment_mode <> 'live')
    or (p_verb = 'take_back' and exists (select from shipments where id = v_parcel and failed_attempts > 0))
    or (p_verb = 'undeliver' and v_cash.state not in ('due', 'void'))
    or (p_verb = 'undeliver' and exists (select from manual_refunds where order_id = p_order))
    or (p_verb = 'undeliver' and exists (select from returned_items where order_id = p_order))
    or (p_verb = 'receive_return' and not may_return(p_order, p_data))
    or (p_verb = 'undo_return' and undoable_return(p_order) is null)
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

  -- What was ordered online and is given up is paid back in full, by whoever has lately shown a second factor.
  if v_order.payment_id is not null and v_to in ('cancelled', 'returned', 'lost') then
    refund_paise := nullif(greatest(refundable_paise(v_order.payment_id), 0), 0);
  end if;
  if v_actor = 'staff' and refund_paise is not null and not staff_factor_is_fresh() then
    return query select 'stale_factor', null::bigint, null::uuid, null::bigint, null::uuid;
    return;
  end if;

  if p_verb = 'undo_return' then
    v_return := undoable_return(p_order);
    if not take_from_stock(v_return) then
      return query select 'stock_changed', null::bigint, null::uuid, null::bigint, null::uuid;
      return;
    end if;
    delete from returned_items where event_id = v_return;
    select jsonb_build_object('good', data -> 'good', 'damaged', data -> 'damaged',
      'restocked', -(data ->> 'restocked')::integer)
      into v_data from order_events where id = v_return;
  elsif p_verb = 'undo_cancel' then
    if not take_cancelled_again(p_order) then
      return query select 'stock_changed', null::bigint, null::uuid, null::bigint, null::uuid;
      return;
    end if;
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
    perform put_back(p_order, event, p_data);
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

revoke execute on function state_after(orders, order_verbs), may_reopen(uuid), mail_waits(timestamptz),
  wholly_refunded(text), staff_factor_is_fresh(), take_cancelled_again(uuid) from public;
grant execute on function may_reopen(uuid), mail_waits(timestamptz), wholly_refunded(text) to shop_staff;
