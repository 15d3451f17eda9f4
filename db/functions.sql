-- The functions and triggers of the shop and its accounts as all migrations together leave them. To be read, not run:
-- `npm run db:types` generates this file, and a test compares it. Above each function stands the newest migration that
-- creates or renames it, with the reasons; a change is a new migration.

-- db/migrations/0078_invitations_end_with_access.sql
CREATE OR REPLACE FUNCTION public.accept_staff_invitation(p_token_hash bytea, p_email text)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  v_user uuid := current_shopper();
  v_email text := coalesce(
    (select email from auth.users where id = v_user and email_confirmed_at is not null),
    case when not exists (select from auth.users where id = v_user) then lower(btrim(p_email)) end
  );
  v_invitation staff_invitations;
begin
  perform from staff where user_id = v_user for update; -- a change under way ends first
  update staff_invitations set used_at = now()
    where token_hash = p_token_hash and used_at is null and expires_at > now() and email = v_email and (
      invited_by is null
      or exists (select from staff where user_id = invited_by and role = 'owner' and disabled_at is null)
    ) and not exists (
      select from staff where user_id = v_user and changed_at >= staff_invitations.created_at
    )
    returning * into v_invitation;
  if not found or v_user is null then
    return null;
  end if;
  -- An invitation lowers no owner's role. Whoever was disabled works again, in the role of the invitation.
  insert into staff as present (user_id, email, role, created_by)
    values (v_user, v_email, v_invitation.role, v_invitation.invited_by)
    on conflict (user_id) do update set role = excluded.role, disabled_at = null, email = excluded.email
    where present.disabled_at is not null or present.role <> 'owner';
  insert into audit_log (staff_id, verb, subject_type, subject_id, after)
    values (v_user, 'accept_invitation', 'staff', v_email, jsonb_build_object('role', v_invitation.role));
  return (select role from staff where user_id = v_user);
end $function$;

-- db/migrations/0197_refunds_beside_disputes.sql
CREATE OR REPLACE FUNCTION public.act_on_order(p_order uuid, p_version integer, p_verb text, p_data jsonb)
 RETURNS TABLE(outcome text, event bigint, refund uuid, refund_paise bigint, shopper uuid)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
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
end $function$;

-- db/migrations/0185_mrp_of_every_product.sql
CREATE OR REPLACE FUNCTION public.apply_price_change()
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  v_due record;
  v_old products;
  v_new products;
  v_mrp numeric;
begin
  perform pg_advisory_xact_lock(hashtextextended('price_changes', 0)); -- two runs at once
  select due.starts, c.* into v_due
    from (
      (select id, starts_at as at, true as starts from price_changes
        where state = 'scheduled' and starts_at <= clock_timestamp() order by starts_at limit 1)
      union all
      (select id, ends_at, false from price_changes
        where state = 'active' and ends_at <= clock_timestamp() order by ends_at limit 1)
      order by 2, 3 limit 1
    ) due join price_changes c using (id);
  if not found then
    return false;
  end if;
  select * into v_old from products where id = v_due.product_id for no key update;
  -- Until we had the product, somebody may have set another price or withdrawn the change.
  perform from price_changes where id = v_due.id and state = v_due.state for update;
  if not found then
    return true;
  end if;
  if v_due.starts then
    update products set price = v_due.price, mrp = coalesce(v_due.mrp, greatest(v_old.mrp, v_due.price))
      where id = v_due.product_id returning * into v_new;
    update price_changes
      set state = case when ends_at is null then 'done' else 'active' end, former_price = v_old.price,
        former_mrp = v_old.mrp
      where id = v_due.id;
  else
    v_mrp := coalesce(v_due.mrp, greatest(v_due.former_mrp, v_due.price)); -- set when it began
    update products set price = v_due.former_price, mrp = case
        when mrp = v_mrp or mrp < v_due.former_price then v_due.former_mrp else mrp end
      where id = v_due.product_id returning * into v_new;
    update price_changes set state = 'done' where id = v_due.id;
  end if;
  insert into audit_log (verb, subject_type, subject_id, before, after, reason)
    values (case when v_due.starts then 'start_price_change' else 'end_price_change' end, 'product', v_due.product_id,
      jsonb_build_object('price', v_old.price, 'mrp', v_old.mrp),
      jsonb_build_object('price', v_new.price, 'mrp', v_new.mrp), 'scheduled');
  return true;
end $function$;

-- db/migrations/0104_cancelled_parcels_and_refunds_of_returns.sql
CREATE OR REPLACE FUNCTION public.cancelled_parcels(p_most integer)
 RETURNS TABLE(id uuid, order_number text, full_name text, city text, by_shopper boolean, cancelled_at timestamp with time zone, items jsonb)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
    select o.id, o.order_number, o.shipping_address ->> 'full_name', o.shipping_address ->> 'city',
      coalesce((
        select actor = 'shopper' from order_events where order_id = o.id and kind = 'cancel' order by order_events.id desc limit 1
      ), false), o.closed_at,
      (
        select coalesce(jsonb_agg(jsonb_build_object('product_name', item.product_name, 'quantity', item.quantity)
          order by item.product_id), '[]')
        from order_items item where item.order_id = o.id and item.user_id = o.user_id
      )
    from orders o
    where o.fulfilment = 'cancelled' and o.packed_at is not null and current_staff_role() in ('owner', 'packer')
    order by o.closed_at limit p_most
  $function$;

-- db/migrations/0062_cash_settled_by_hand.sql
CREATE OR REPLACE FUNCTION public.change_collection(p_order uuid, p_action text, p_note text)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  v_cash cod_collections;
  v_to text;
begin
  if coalesce(current_staff_role() not in ('owner', 'accountant'), true) then
    return 'not_permitted';
  end if;
  select * into v_cash from cod_collections where order_id = p_order for update;
  if not found then
    return 'order_not_found';
  end if;
  v_to := case
    when p_action = 'settle' and v_cash.state in ('due', 'short', 'disputed') then 'remitted'
    when p_action = 'dispute' and v_cash.state in ('due', 'short') then 'disputed'
    when p_action = 'reopen' and v_cash.state in ('disputed', 'remitted') then case
      when v_cash.remittance_id is null then 'due'
      when v_cash.remitted_amount < v_cash.amount then 'short'
      when v_cash.remitted_amount > v_cash.amount then 'disputed'
    end
  end;
  if v_to is null or v_to = v_cash.state then
    return 'changed_meanwhile';
  end if;
  update cod_collections set state = v_to,
      remitted_amount = case when remittance_id is not null then remitted_amount when v_to = 'remitted' then amount end,
      settled_at = case when v_to = 'remitted' then now() end
    where order_id = p_order;
  insert into audit_log (staff_id, session_id, verb, subject_type, subject_id, before, after, reason)
    values (current_staff(), current_staff_session(), p_action || '_cash', 'order', p_order,
      jsonb_build_object('cash', v_cash.state), jsonb_build_object('cash', v_to), p_note);
  return 'done';
end $function$;

-- db/migrations/0048_shop_settings.sql
CREATE OR REPLACE FUNCTION public.change_shop_setting(p_key text, p_value jsonb, p_seen bigint)
 RETURNS bigint
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  v_present shop_settings;
  v_id bigint;
begin
  if current_staff_role() is distinct from 'owner' then
    return null;
  end if;
  perform pg_advisory_xact_lock(hashtextextended('shop_settings', 0));
  select * into v_present from shop_settings where key = p_key order by id desc limit 1;
  if v_present.id is distinct from p_seen then
    return null;
  end if;
  insert into shop_settings (key, value, staff_id) values (p_key, p_value, current_staff()) returning id into v_id;
  insert into audit_log (staff_id, session_id, verb, subject_type, subject_id, before, after)
    values (current_staff(), current_staff_session(), 'change_setting', 'setting', p_key,
      jsonb_build_object('value', v_present.value), jsonb_build_object('value', p_value));
  return v_id;
end $function$;

-- db/migrations/0120_checks_in_functions.sql
CREATE OR REPLACE FUNCTION public.check_address(a public.addresses)
 RETURNS boolean
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE
AS $function$
declare
  broken constant text := case
    when length(a.full_name) not between 1 and 100 then 'addresses_full_name_check'
    when length(a.phone) not between 10 and 20 then 'addresses_phone_check'
    when length(a.address_line1) not between 1 and 200 then 'addresses_address_line1_check'
    when length(a.address_line2) > 200 then 'addresses_address_line2_check'
    when length(a.city) not between 1 and 100 then 'addresses_city_check'
    when length(a.state) not between 1 and 100 then 'addresses_state_check'
    when length(a.postal_code) not between 1 and 20 then 'addresses_postal_code_check'
    when length(a.country) not between 1 and 100 then 'addresses_country_check'
  end;
begin
  if broken is not null then
    raise exception 'new row for relation "addresses" violates check constraint "%"', broken
      using errcode = 'check_violation', schema = 'public', table = 'addresses', constraint = broken;
  end if;
  return true;
end $function$;

-- db/migrations/0120_checks_in_functions.sql
CREATE OR REPLACE FUNCTION public.check_order(o public.orders)
 RETURNS boolean
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE
AS $function$
declare
  broken constant text := case
    when o.total_amount < 0 then 'orders_total_amount_check'
    when jsonb_typeof(o.shipping_address) <> 'object' then 'orders_shipping_address_check'
    when o.payment_method not in ('cod', 'razorpay') then 'orders_payment_method_check'
    when o.payment_status not in ('pending', 'paid', 'failed', 'refund_pending', 'partially_refunded', 'refunded')
      then 'orders_payment_status_check'
    when length(o.idempotency_key) not between 8 and 100 then 'orders_idempotency_key_check'
    when length(o.email) > 255 then 'orders_email_check'
    when length(o.cancel_reason) > 40 then 'orders_cancel_reason_check'
    when o.fulfilment not in ('pending', 'confirmed', 'packed', 'shipped', 'returning', 'delivered', 'returned', 'lost',
      'cancelled') then 'orders_fulfilment_check'
    when (o.payment_method = 'razorpay') <> (o.payment_id is not null)
      or (o.payment_id is null) <> (o.intent_id is null)
      or o.payment_method = 'razorpay' and o.payment_status in ('pending', 'failed') then 'online_orders_are_paid'
    when (o.payment_mode is null) <> (o.intent_id is null) then 'online_orders_have_a_payment_mode'
    when o.payment_mode <> 'live' and o.fulfilment not in ('pending', 'confirmed', 'cancelled')
      then 'test_orders_are_not_shipped'
  end;
begin
  if broken is not null then
    raise exception 'new row for relation "orders" violates check constraint "%"', broken
      using errcode = 'check_violation', schema = 'public', table = 'orders', constraint = broken;
  end if;
  return true;
end $function$;

-- db/migrations/0031_payment_names.sql
CREATE OR REPLACE FUNCTION public.check_payment_environment()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  -- Read before it is set: one payment more should not write to the one row that all of them share.
  if is_live_environment() is null then perform set_payment_environment(new.mode = 'live'); end if;
  if is_live_environment() = (new.mode = 'live') then return new; end if;
  raise exception 'this database has payments of another environment than %', new.mode
    using errcode = 'check_violation', constraint = 'one_payment_environment';
end $function$;

-- db/migrations/0185_mrp_of_every_product.sql
CREATE OR REPLACE FUNCTION public.check_product()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  broken text;
begin
  new.mrp := coalesce(new.mrp, greatest(old.mrp, new.price));
  broken := case
    when not (length(new.id) between 1 and 64) then 'products_id_check'
    when new.name = '' then 'products_name_check'
    when new.category not in ('loose-leaf', 'packaged', 'gift-set') then 'products_category_check'
    when new.price <= 0 then 'products_price_check'
    when new.mrp <= 0 then 'products_mrp_check'
    when new.price > new.mrp then 'price_within_mrp'
    when new.active and cardinality(new.images) = 0 then 'shown_with_pictures'
    when cardinality(new.image_texts) not in (0, cardinality(new.images))
      or array_position(new.image_texts, null) is not null then 'one_text_per_image'
    when jsonb_typeof(new.contents) <> 'array' then 'products_contents_check'
    when new.country_of_origin = '' then 'products_country_of_origin_check'
    when not (new.rating between 0 and 5) then 'products_rating_check'
    when new.review_count < 0 then 'products_review_count_check'
  end;
  if broken is not null then
    raise exception 'new row for relation "products" violates check "%"', broken
      using errcode = 'check_violation', schema = tg_table_schema, table = tg_table_name, constraint = broken;
  end if;
  return new;
end $function$;

-- db/migrations/0032_names.sql
CREATE OR REPLACE FUNCTION public.clear_other_default_addresses()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  -- Held already when a shopper writes; this is for everybody else.
  perform pg_advisory_xact_lock(hashtextextended(new.user_id::text, 0));
  update addresses set is_default = false
    where user_id = new.user_id and is_default and id <> new.id;
  return new;
end $function$;

-- db/migrations/0032_names.sql
CREATE OR REPLACE FUNCTION public.confirm_newsletter_subscription(p_token_hash bytea)
 RETURNS boolean
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
    with confirmed as (
      update newsletter_subscriptions set confirmed_at = now(), token_hash = null, token_expires_at = null
      where token_hash = p_token_hash and token_expires_at > now() returning 1
    )
    select exists (select from confirmed)
  $function$;

-- db/migrations/0007_strangers.sql
CREATE OR REPLACE FUNCTION public.contact_message(p_id uuid)
 RETURNS SETOF public.contact_messages
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$ select * from contact_messages where id = p_id $function$;

-- db/migrations/0084_address_corrections.sql
CREATE OR REPLACE FUNCTION public.correct_order_address(p_order uuid, p_version integer, p_address jsonb)
 RETURNS TABLE(outcome text, event bigint, shopper uuid)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  v_role text := current_staff_role();
  v_order orders;
  -- These fields and no others, whatever was sent.
  v_address jsonb := jsonb_build_object(
    'full_name', p_address ->> 'full_name', 'phone', p_address ->> 'phone',
    'address_line1', p_address ->> 'address_line1', 'address_line2', nullif(p_address ->> 'address_line2', ''),
    'city', p_address ->> 'city', 'state', p_address ->> 'state', 'postal_code', p_address ->> 'postal_code',
    'country', p_address ->> 'country');
  v_fields text[];
begin
  select * into v_order from orders where id = p_order for no key update;
  v_fields := array(
    select key from jsonb_each_text(v_address) where value is distinct from v_order.shipping_address ->> key order by key
  );
  if coalesce(v_role not in ('owner', 'packer'), true) then
    outcome := 'not_permitted';
  elsif v_order.id is null or (v_role = 'packer' and v_order.fulfilment not in ('confirmed', 'packed', 'shipped')) then
    outcome := 'order_not_found';
  elsif exists (select from jsonb_each_text(v_address - 'address_line2') where coalesce(trim(value), '') = '') then
    outcome := 'invalid_input';
  elsif cardinality(v_fields) = 0 then
    outcome := 'done';
  elsif v_order.version is distinct from p_version then
    outcome := 'order_changed';
  elsif not exists (select from order_transitions where verb = 'hand_over' and from_state = v_order.fulfilment) then
    outcome := 'not_allowed_now';
  else
    update orders set shipping_address = v_address, version = version + 1 where id = p_order;
    -- Which fields, and not what stands in them: events are for accountants and for the shopper's timeline as well.
    insert into order_events (order_id, user_id, kind, actor, staff_id, data, shown_to_shopper)
      values (p_order, v_order.user_id, 'correct_address', 'staff', current_staff(),
        jsonb_build_object('fields', v_fields), true)
      returning id into event;
    insert into audit_log (staff_id, session_id, verb, subject_type, subject_id, before, after)
      select current_staff(), current_staff_session(), 'correct_address', 'order', p_order,
        jsonb_object_agg(field, v_order.shipping_address -> field), jsonb_object_agg(field, v_address -> field)
      from unnest(v_fields) field;
    outcome := 'done';
    shopper := v_order.user_id;
  end if;
  return next;
end $function$;

-- db/migrations/0136_tracking_corrections.sql
CREATE OR REPLACE FUNCTION public.correct_parcel(p_order uuid, p_version integer, p_courier uuid, p_number text)
 RETURNS TABLE(outcome text, event bigint, shopper uuid)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  v_role text := current_staff_role();
  v_order orders;
  v_parcel shipments;
  v_courier couriers;
  v_number text;
  v_cash text;
  v_hand_over order_events;
  v_former jsonb;
  v_data jsonb;
  v_told boolean;
begin
  select * into v_order from orders where id = p_order for no key update;
  select state into v_cash from cod_collections where order_id = p_order for update;
  select * into v_parcel from shipments
    where order_id = p_order and state <> 'taken_back' order by handed_over_at desc, id limit 1;
  select * into v_courier from couriers where id = p_courier and (active or id = v_parcel.courier);
  v_number := case when v_courier.numbered then p_number end;
  if coalesce(v_role not in ('owner', 'packer'), true) then
    outcome := 'not_permitted';
  elsif v_order.id is null or (v_role = 'packer' and v_order.fulfilment not in ('confirmed', 'packed', 'shipped')) then
    outcome := 'order_not_found';
  elsif v_parcel.courier = v_courier.id and v_parcel.tracking_number is not distinct from v_number then
    outcome := 'done';
  elsif v_order.version is distinct from p_version then
    outcome := 'order_changed';
  -- Another courier cannot owe what this one has paid.
  elsif v_parcel.id is null or v_order.fulfilment not in ('shipped', 'returning', 'delivered')
    or (v_courier.id <> v_parcel.courier and v_cash in ('remitted', 'short', 'disputed')) then
    outcome := 'not_allowed_now';
  elsif v_courier.id is null then
    outcome := 'not_found';
  elsif v_courier.numbered and v_number is null then
    outcome := 'invalid_input';
  else
    begin
      update shipments set courier = v_courier.id, tracking_number = v_number where id = v_parcel.id;
    exception when unique_violation then
      outcome := 'tracking_number_taken';
      return next;
      return;
    end;
    select * into v_hand_over from order_events
      where order_id = p_order and kind = 'hand_over' order by id desc limit 1;
    v_former := v_hand_over.data - 'courier_id';
    v_data := jsonb_strip_nulls(
      jsonb_build_object('courier', v_courier.name, 'courier_id', v_courier.id, 'tracking_number', v_number));
    -- The email about the hand-over leaves after a minute, and reads the number then.
    v_told := v_order.fulfilment = 'shipped' and not mail_waits(v_hand_over.at);
    update order_events set data = v_data where id = v_hand_over.id;
    update orders set version = version + 1 where id = p_order;
    if v_order.fulfilment = 'delivered' and v_courier.id <> v_parcel.courier then
      insert into report_changes (day) values (india_day(v_order.created_at)); -- it counts for the other courier
    end if;
    insert into order_events (order_id, user_id, kind, actor, staff_id, data, shown_to_shopper)
      values (p_order, v_order.user_id, 'correct_parcel', 'staff', current_staff(), v_data, v_told)
      returning id into event;
    insert into audit_log (staff_id, session_id, verb, subject_type, subject_id, before, after)
      values (current_staff(), current_staff_session(), 'correct_parcel', 'order', p_order, v_former,
        v_data - 'courier_id');
    event := case when v_told then event end;
    outcome := 'done';
    shopper := v_order.user_id;
  end if;
  return next;
end $function$;

-- db/migrations/0104_cancelled_parcels_and_refunds_of_returns.sql
CREATE OR REPLACE FUNCTION public.count_cancelled_parcels()
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
    select case when current_staff_role() in ('owner', 'packer') then (
      select jsonb_build_object('count', count(*), 'oldest', min(closed_at)) from (
        select closed_at from orders where fulfilment = 'cancelled' and packed_at is not null order by closed_at limit 1000
      ) waiting
    ) end
  $function$;

-- db/migrations/0085_failed_emails_and_test_money.sql
CREATE OR REPLACE FUNCTION public.count_dead_letters()
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
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
end $function$;

-- db/migrations/0026_refused_leaves_nothing.sql
CREATE OR REPLACE FUNCTION public.count_requests(p_keys text[], p_points integer[], p_seconds integer[], p_payable boolean[], p_proof text, p_proof_expires bigint)
 RETURNS TABLE(refused integer, retry_after integer, used integer, now_ms bigint)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_now bigint := extract(epoch from clock_timestamp()) * 1000;
  v_pays boolean := coalesce(p_proof_expires > v_now, false)
    and not exists (select from public.rate_limits where key = 'proof:' || p_proof);
  v_paid boolean;
begin
  return query
    select asked.place::integer, greatest(1, ceil((present.expire - v_now) / 1000.0))::integer, present.points, v_now
    from unnest(p_keys, p_points, p_payable) with ordinality as asked (key, most, payable, place)
    join public.rate_limits present on present.key = asked.key
    where present.expire > v_now and present.points >= asked.most and not (asked.payable and v_pays)
    order by asked.place limit 1;
  if found then
    return;
  end if;
  for i in 1 .. cardinality(p_keys) loop
    insert into public.rate_limits as present (key, points, expire)
      values (p_keys[i], 1, v_now + p_seconds[i] * 1000::bigint)
      on conflict (key) do update set
        points = case when present.expire <= v_now then 1 else present.points + 1 end,
        expire = case when present.expire <= v_now then excluded.expire else present.expire end
      where present.expire <= v_now or present.points < p_points[i];
    continue when found;
    if p_payable[i] and v_paid is null then
      v_paid := false;
      if v_pays then
        insert into public.rate_limits (key, points, expire) values ('proof:' || p_proof, 1, p_proof_expires)
          on conflict do nothing;
        v_paid := found;
      end if;
    end if;
    if p_payable[i] and v_paid then
      update public.rate_limits set points = points + 1 where key = p_keys[i];
      continue;
    end if;
    return query
      select i, greatest(1, ceil((expire - v_now) / 1000.0))::integer, points, v_now
      from public.rate_limits where key = p_keys[i];
    return;
  end loop;
end $function$;

-- db/migrations/0104_cancelled_parcels_and_refunds_of_returns.sql
CREATE OR REPLACE FUNCTION public.count_return_refunds()
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
    select case when current_staff_role() in ('owner', 'accountant') then (
      select jsonb_build_object('count', count(*), 'oldest', min(returned_at)) from return_refunds(1000)
    ) end
  $function$;

-- db/migrations/0025_search.sql
CREATE OR REPLACE FUNCTION public.count_search_words()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  change integer := case tg_op when 'INSERT' then 1 else -1 end;
begin
  insert into search_words as known (word, names, products)
    select word, change * count(*) filter (where in_name), change * count(*)
    from changed, words_of_product(changed::products)
    group by word order by word
    on conflict (word) do update
      set names = known.names + excluded.names, products = known.products + excluded.products;
  return null;
end $function$;

-- db/migrations/0069_todays_sales_and_paid_timelines.sql
CREATE OR REPLACE FUNCTION public.count_today(p_low_stock integer)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  v_role text := current_staff_role();
  v_midnight timestamptz := date_trunc('day', now(), 'Asia/Kolkata');
  v_today jsonb := '{}';
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
      ));
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
      'today_so_far', sum_sales(v_midnight, 'infinity'),
      'yesterday', sum_sales(v_midnight - interval '1 day', v_midnight),
      'last_seven_days', sum_sales(v_midnight - interval '7 days', v_midnight));
  end if;
  return v_today;
end $function$;

-- db/migrations/0038_order_lists.sql
CREATE OR REPLACE FUNCTION public.count_waiting(p_fulfilment text)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO 'public', 'pg_temp'
AS $function$
    select jsonb_build_object('count', count(*), 'oldest', min(created_at)) from (
      select created_at from orders
      where fulfilment = p_fulfilment
        and (p_fulfilment <> 'confirmed' or payment_mode is null or payment_mode = 'live')
      order by created_at limit 1000
    ) waiting
  $function$;

-- db/migrations/0085_failed_emails_and_test_money.sql
CREATE OR REPLACE FUNCTION public.counts_test_money()
 RETURNS boolean
 LANGUAGE sql
 STABLE
AS $function$ select coalesce(current_setting('shop.staff_factor_required', true), '') = 'false' $function$;

-- db/migrations/0001_shop.sql
CREATE OR REPLACE FUNCTION public.current_shopper()
 RETURNS uuid
 LANGUAGE sql
 STABLE PARALLEL SAFE
AS $function$ select nullif(current_setting('shop.user_id', true), '')::uuid $function$;

-- db/migrations/0034_staff.sql
CREATE OR REPLACE FUNCTION public.current_staff()
 RETURNS uuid
 LANGUAGE sql
 STABLE PARALLEL SAFE
AS $function$ select nullif(current_setting('shop.staff_id', true), '')::uuid $function$;

-- db/migrations/0099_newsletter_links_and_refusals.sql
CREATE OR REPLACE FUNCTION public.current_staff_email()
 RETURNS text
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  return (
    select coalesce(users.email, staff.email) from staff left join auth.users on users.id = staff.user_id
    where staff.user_id = current_staff() and current_staff_role() is not null
  );
end $function$;

-- db/migrations/0034_staff.sql
CREATE OR REPLACE FUNCTION public.current_staff_role()
 RETURNS text
 LANGUAGE sql
 STABLE PARALLEL SAFE
AS $function$ select nullif(current_setting('shop.staff_role', true), '') $function$;

-- db/migrations/0034_staff.sql
CREATE OR REPLACE FUNCTION public.current_staff_session()
 RETURNS uuid
 LANGUAGE sql
 STABLE PARALLEL SAFE
AS $function$ select nullif(current_setting('shop.staff_session', true), '')::uuid $function$;

-- db/migrations/0153_second_steps_without_codes.sql
CREATE OR REPLACE FUNCTION public.customer_account(p_user uuid)
 RETURNS TABLE(email text, full_name text, phone text, created_at timestamp with time zone, last_sign_in_at timestamp with time zone, sessions integer, factors integer, staff boolean)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  return query
    select users.email, coalesce(profiles.full_name, users.user_metadata ->> 'full_name'), profiles.phone,
      users.created_at, users.last_sign_in_at,
      (select count(*)::integer from auth.sessions where sessions.user_id = users.id and expires_at > now()),
      (
        select count(*)::integer from auth.factors
        where factors.user_id = users.id and status = 'verified' and factor_type <> 'recovery_code'
      ),
      exists (select from public.staff member where member.user_id = users.id and disabled_at is null)
    from auth.users left join profiles on profiles.id = users.id
    where users.id = p_user and current_staff_role() = 'owner';
end $function$;

-- db/migrations/0155_emails_to_deleted_customers.sql
CREATE OR REPLACE FUNCTION public.customer_is_deleted(p_user uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
    select exists (
      select from audit_log
      where subject_type = 'customer' and subject_id = p_user::text and verb = 'delete_customer'
    )
  $function$;

-- db/migrations/0085_failed_emails_and_test_money.sql
CREATE OR REPLACE FUNCTION public.customers_by_last_order(p_after uuid, p_most integer)
 RETURNS SETOF uuid
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
 SET enable_seqscan TO 'off'
AS $function$
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
end $function$;

-- db/migrations/0081_failed_attempts_are_abandoned.sql
CREATE OR REPLACE FUNCTION public.delete_abandoned_payments(p_before timestamp with time zone, p_most integer)
 RETURNS integer
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
    with old as (
      select id from payment_intents
      where state in ('expired', 'superseded', 'refused') and not holds_stock and not signature_received
        and created_at < p_before
        and not exists (
          select from payments where intent_id = payment_intents.id and status in ('authorized', 'captured', 'refunded')
        )
      order by created_at limit p_most
      for update skip locked
    ), items as (
      delete from payment_intent_items where intent_id = any(array(select id from old))
    ), attempts as (
      -- The status again: an attempt that was captured just now stays, and its foreign key stops this deletion.
      delete from payments where intent_id = any(array(select id from old)) and status in ('created', 'failed')
    ), deleted as (
      delete from payment_intents where id = any(array(select id from old)) returning 1
    )
    select count(*)::integer from deleted
  $function$;

-- db/migrations/0157_former_addresses_of_deleted_customers.sql
CREATE OR REPLACE FUNCTION public.delete_customer(p_user uuid, p_email text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  v_refused jsonb;
  v_deleted jsonb;
  v_emails text[];
begin
  -- An address that is just being saved is waited for; who waits to save one finds no account.
  perform pg_advisory_xact_lock(hashtextextended(p_user::text, 1));
  -- An order or a payment that is just being made of this cart is waited for, and then seen below.
  perform from cart_items where user_id = p_user order by product_id for update;
  -- A step of an order that staff are just taking back, too.
  perform from orders where user_id = p_user order by id for no key update;
  select jsonb_agg(jsonb_build_object('why', why, 'about', about) order by why, about) into v_refused from (
    select 'staff' as why, null as about from staff where user_id = p_user and disabled_at is null
    union select 'order', order_number from orders
      where user_id = p_user and (
          fulfilment in ('pending', 'confirmed', 'packed', 'shipped', 'returning')
          or fulfilment = 'cancelled' and mail_waits(closed_at) and may_reopen(id)
        )
    union select 'payment', order_number from payment_intents
      where user_id = p_user and (
        state = 'open' or holds_stock
        -- Money may still come, and would become an order of somebody who is gone.
        or state = 'expired' and (signature_received or created_at > now() - interval '5 days')
      )
    union select 'refund', intent.order_number
      from payments paid join payment_intents intent on intent.id = paid.intent_id
      where paid.user_id = p_user and (
        exists (select from refunds where payment_id = paid.id and status in ('queued', 'pending'))
        or (select owed.paise from failed_refunds_owe(paid.id) owed) > 0
      )
  ) open;
  if v_refused is not null then
    return jsonb_build_object('refused', v_refused);
  end if;

  -- Also the addresses that the account had when it ordered or paid, unless they are another account's by now.
  select array_agg(email) into v_emails from (
    select p_email as email
    union select lower(email) from orders where user_id = p_user
    union select lower(email) from payment_intents where user_id = p_user
  ) theirs
  where email = p_email or not exists (select from auth.users where users.email = theirs.email and users.id <> p_user);

  with profile as (
    delete from profiles where id = p_user returning 1
  ), saved as (
    delete from addresses where user_id = p_user returning 1
  ), cart as (
    delete from cart_items where user_id = p_user returning 1
  ), newsletter as (
    delete from newsletter_subscriptions where email = any(v_emails) returning 1
  ), messages as (
    delete from contact_messages where lower(email) = any(v_emails) returning 1
  ), emails as ( -- those that demo mode stored
    delete from demo_emails where lower(recipient) = any(v_emails) or lower(reply_to) = any(v_emails) returning 1
  )
  select jsonb_build_object(
      'profile', (select count(*) from profile), 'addresses', (select count(*) from saved),
      'cart', (select count(*) from cart), 'newsletter', (select count(*) from newsletter),
      'messages', (select count(*) from messages), 'emails', (select count(*) from emails)
    ) into v_deleted;
  delete from staff_invitations where email = any(v_emails) and used_at is null;
  delete from cash_blocks where user_id = p_user;
  -- Emails that are done, wait or were given up; work on payments goes on.
  delete from jobs.job
    where data ->> 'email' = any(v_emails) and coalesce(data ->> 'user_id', p_user::text) = p_user::text
      or (coalesce(source_name, name) in ('order-mail', 'order-mail-again', 'auth-mail') and data ->> 'user_id' = p_user::text);
  -- The order has the address as sold; what it was before is no part of the books.
  update audit_log set before = null, after = null
    where verb = 'correct_address' and subject_type = 'order'
      and subject_id in (select id::text from orders where user_id = p_user);
  insert into audit_log (verb, subject_type, subject_id, reason)
    values ('delete_customer', 'customer', p_user, 'command on the server');
  return jsonb_build_object('deleted', v_deleted, 'kept', jsonb_build_object(
    'orders', (select count(*) from orders where user_id = p_user),
    'payments', (select count(*) from payment_intents where user_id = p_user)
  ));
end $function$;

-- db/migrations/0093_skip_what_is_in_use.sql
CREATE OR REPLACE FUNCTION public.delete_expired_guest_data(p_now timestamp with time zone, p_most integer)
 RETURNS integer
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
    with counts as (
      delete from rate_limits where key = any(array(
        select key from rate_limits where expire <= (extract(epoch from p_now) * 1000)::bigint
        order by expire limit p_most
        for update skip locked
      )) returning 1
    ), messages as (
      delete from contact_messages where id = any(array(
        select id from contact_messages where created_at < p_now - interval '400 days'
        order by created_at limit p_most
        for update skip locked
      )) returning 1
    ), addresses as (
      delete from newsletter_subscriptions where email = any(array(
        select email from newsletter_subscriptions
        where confirmed_at is null and created_at < p_now - interval '7 days'
          and (token_expires_at is null or token_expires_at < p_now)
        order by created_at limit p_most
        for update skip locked
      )) returning 1
    )
    select greatest(
      (select count(*) from counts), (select count(*) from messages), (select count(*) from addresses)
    )::integer
  $function$;

-- db/migrations/0034_staff.sql
CREATE OR REPLACE FUNCTION public.delete_expired_invitations(p_before timestamp with time zone, p_most integer)
 RETURNS integer
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
    with old as (
      select token_hash from staff_invitations where used_at is null and expires_at < p_before
      order by expires_at limit p_most
      for update skip locked
    ), gone as (
      delete from staff_invitations where token_hash = any(array(select token_hash from old)) returning 1
    )
    select count(*)::integer from gone
  $function$;

-- db/migrations/0097_deleted_customers.sql
CREATE OR REPLACE FUNCTION public.delete_old_address_corrections(p_before timestamp with time zone, p_most integer)
 RETURNS integer
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
    with old as (
      select id from audit_log
      where verb = 'correct_address' and at < p_before and (before is not null or after is not null)
      order by id limit p_most
      for update skip locked
    ), emptied as (
      update audit_log set before = null, after = null where id = any(array(select id from old)) returning 1
    )
    select count(*)::integer from emptied
  $function$;

-- db/migrations/0032_names.sql
CREATE OR REPLACE FUNCTION public.delete_old_carts(p_before timestamp with time zone, p_most integer)
 RETURNS integer
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
    with old as (
      select id from cart_items
      where created_at < p_before
        and not exists (select from auth.sessions where sessions.user_id = cart_items.user_id)
      order by created_at limit p_most
      for update skip locked
    ), gone as (
      delete from cart_items where id = any(array(select id from old)) returning 1
    )
    select count(*)::integer from gone
  $function$;

-- db/migrations/0032_names.sql
CREATE OR REPLACE FUNCTION public.delete_old_demo_emails(p_before timestamp with time zone, p_most integer)
 RETURNS integer
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
    with old as (
      select id from demo_emails where created_at < p_before order by created_at limit p_most
    ), deleted as (
      delete from demo_emails where id = any(array(select id from old)) returning 1
    )
    select count(*)::integer from deleted
  $function$;

-- db/migrations/0067_owed_refunds_repeated_parcels_idle_staff.sql
CREATE OR REPLACE FUNCTION public.delete_old_staff_sessions(p_before timestamp with time zone, p_most integer)
 RETURNS integer
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
    with old as (
      select session_id from staff_sessions where used_at < p_before order by used_at limit p_most
      for update skip locked
    ), gone as (
      delete from staff_sessions where session_id = any(array(select session_id from old)) returning 1
    )
    select count(*)::integer from gone
  $function$;

-- db/migrations/0054_unused_pictures.sql
CREATE OR REPLACE FUNCTION public.delete_unused_pictures(p_before timestamp with time zone, p_most integer)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  v_old text[];
  v_deleted integer;
begin
  with used as (
    select distinct substring(src from '^/pictures/u/([0-9a-f]{32})\.webp$') as hash from products, unnest(images) src
  )
  update pictures set unused_since = case when used.hash is null then now() end
    from pictures present left join used using (hash)
    where present.hash = pictures.hash and (used.hash is null) = (pictures.unused_since is null);
  v_old := array(
    select hash from pictures where unused_since < p_before and not ordered order by unused_since limit p_most
  );
  if cardinality(v_old) = 0 then
    return 0;
  end if;
  update pictures set ordered = true
    where hash = any(v_old) and '/pictures/u/' || hash || '.webp' in (
      select product_image from order_items
      where product_image = any(select '/pictures/u/' || old || '.webp' from unnest(v_old) old)
      union
      select product_image from payment_intent_items
      where product_image = any(select '/pictures/u/' || old || '.webp' from unnest(v_old) old)
    );
  delete from pictures where hash = any(v_old) and unused_since < p_before and not ordered;
  get diagnostics v_deleted = row_count;
  return v_deleted;
end $function$;

-- db/migrations/0100_dismissed_jobs_and_mrp_of_sales.sql
CREATE OR REPLACE FUNCTION public.dismiss_dead_letters(p_ids uuid[])
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  v_deleted integer;
begin
  if current_staff_role() is distinct from 'owner' then
    return 0;
  end if;
  delete from jobs.job where name = 'dead-letter' and state < 'active' and id = any(p_ids);
  get diagnostics v_deleted = row_count;
  return v_deleted;
end $function$;

-- db/migrations/0099_newsletter_links_and_refusals.sql
CREATE OR REPLACE FUNCTION public.end_delivery(p_id uuid, p_sent boolean, p_held boolean)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  v_letter uuid;
begin
  update newsletter_deliveries
    set sent_at = case when p_sent then now() end, failed_at = case when not p_sent then now() end,
      held = p_held and not p_sent
    where id = p_id and sent_at is null and failed_at is null
    returning letter_id into v_letter;
  update newsletter_letters set sent = sent + p_sent::integer, failed = failed + (not p_sent)::integer
    where id = v_letter;
  update newsletter_letters set state = 'stopped'
    where id = v_letter and state = 'sending' and not p_sent and sent + failed >= 20 and failed * 20 > sent + failed;
end $function$;

-- db/migrations/0099_newsletter_links_and_refusals.sql
CREATE OR REPLACE FUNCTION public.end_newsletter_subscription(p_unsubscribe_token uuid)
 RETURNS boolean
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
    with gone as (delete from newsletter_subscriptions where unsubscribe_token = p_unsubscribe_token returning 1)
    select exists (select from gone) or substr(p_unsubscribe_token::text, 15, 1) = '8'
  $function$;

-- db/migrations/0097_deleted_customers.sql
CREATE OR REPLACE FUNCTION public.export_customer(p_user uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  v_email text := (select email from auth.users where id = p_user);
begin
  if current_staff_role() is distinct from 'owner' then
    return null;
  end if;
  return jsonb_build_object(
    'account', (
      select jsonb_build_object('id', id, 'email', email, 'details', user_metadata, 'created_at', created_at,
        'email_confirmed_at', email_confirmed_at, 'last_sign_in_at', last_sign_in_at)
      from auth.users where id = p_user
    ),
    'sessions', (
      select coalesce(jsonb_agg(jsonb_build_object('created_at', created_at, 'refreshed_at', refreshed_at,
        'device', device, 'network_address', host(address)) order by created_at), '[]')
      from auth.sessions where user_id = p_user
    ),
    'account_log', (
      select coalesce(jsonb_agg(jsonb_build_object('at', at, 'event', event, 'network_address', host(address))
        order by id), '[]')
      from auth.audit_log where user_id = p_user
    ),
    'staff_log', (
      select coalesce(jsonb_agg(jsonb_build_object('at', at, 'action', verb, 'about', subject_type)
        || case when verb = 'correct_address' then jsonb_build_object('before', before, 'after', after) else '{}' end
        order by id), '[]')
      from audit_log
      where (subject_type = 'customer' and subject_id = p_user::text)
        or (subject_type = 'order' and subject_id in (select id::text from orders where user_id = p_user))
    ),
    'second_factors', (
      select coalesce(jsonb_agg(jsonb_build_object('name', friendly_name, 'kind', factor_type,
        'created_at', created_at)), '[]')
      from auth.factors where user_id = p_user and status = 'verified'
    ),
    'profile', (
      select jsonb_build_object('full_name', full_name, 'phone', phone) from profiles where id = p_user
    ),
    'addresses', (
      select coalesce(jsonb_agg(to_jsonb(addresses) - 'user_id' order by created_at), '[]')
      from addresses where user_id = p_user
    ),
    'cart', (
      select coalesce(jsonb_agg(jsonb_build_object('product_name', product_name, 'quantity', quantity, 'price', price,
        'created_at', created_at)), '[]')
      from cart_items where user_id = p_user
    ),
    'orders', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'order_number', order_number, 'created_at', created_at, 'status', status, 'total_amount', total_amount,
        'email', email, 'shipping_address', shipping_address, 'payment_method', payment_method,
        'payment_status', payment_status, 'payment_id', payment_id,
        'items', (
          select jsonb_agg(jsonb_build_object('product_name', product_name, 'quantity', quantity, 'price', price))
          from order_items where order_id = orders.id and user_id = p_user
        ),
        'history', (
          select coalesce(jsonb_agg(jsonb_build_object('at', at, 'kind', kind) order by id), '[]')
          from order_events where order_id = orders.id and shown_to_shopper
        ),
        'parcels', (
          select coalesce(jsonb_agg(jsonb_build_object('tracking_number', tracking_number, 'state', state,
            'handed_over_at', handed_over_at)), '[]')
          from shipments where order_id = orders.id
        ),
        'refunds_by_hand', (
          select coalesce(jsonb_agg(jsonb_build_object('amount', amount, 'way', way, 'reference', reference,
            'created_at', created_at)), '[]')
          from manual_refunds where order_id = orders.id
        )
      ) order by created_at), '[]')
      from orders where user_id = p_user
    ),
    'payments', (
      select coalesce(jsonb_agg(jsonb_build_object('order_number', order_number, 'email', email,
        'amount', amount_paise / 100.0, 'state', state, 'shipping_address', shipping_address,
        'created_at', created_at) order by created_at), '[]')
      from payment_intents where user_id = p_user
    ),
    'refunds', (
      select coalesce(jsonb_agg(jsonb_build_object('amount', amount_paise / 100.0, 'status', status,
        'created_at', created_at) order by created_at), '[]')
      from refunds where user_id = p_user
    ),
    'messages', (
      select coalesce(jsonb_agg(jsonb_build_object('ticket', ticket, 'name', name, 'subject', subject,
        'message', message, 'created_at', created_at, 'answers', (
          select coalesce(jsonb_agg(jsonb_build_object('text', text, 'at', at) order by at), '[]')
          from message_entries where message_id = contact_messages.id and kind = 'answer'
        )) order by created_at), '[]')
      from contact_messages where lower(email) = v_email
    ),
    'newsletter', (
      select jsonb_build_object('asked_at', created_at, 'confirmed_at', confirmed_at)
      from newsletter_subscriptions where email = v_email
    )
  );
end $function$;

-- db/migrations/0067_owed_refunds_repeated_parcels_idle_staff.sql
CREATE OR REPLACE FUNCTION public.failed_refunds()
 RETURNS TABLE(payment_id text, created_at timestamp with time zone)
 LANGUAGE sql
 STABLE
 SET search_path TO 'public', 'pg_temp'
AS $function$
    select failed.payment_id, case when paid.given_up then failed.created_at else owed.since end
    from (
      select newest.payment_id, min(newest.created_at) as created_at from (
        select refunds.payment_id, refunds.created_at from refunds
        where refunds.status = 'failed' and refundable_paise(refunds.payment_id) > 0 order by refunds.created_at limit 1000
      ) newest group by newest.payment_id
    ) failed
    cross join lateral (
      select fulfilment in ('cancelled', 'returned', 'lost') as given_up from orders
      where orders.payment_id = failed.payment_id limit 1 -- its index, whatever is guessed
    ) paid
    cross join lateral failed_refunds_owe(failed.payment_id) owed
    where paid.given_up or owed.paise > 0
    order by 2
  $function$;

-- db/migrations/0135_failed_refunds_paid_by_hand.sql
CREATE OR REPLACE FUNCTION public.failed_refunds_owe(p_payment text, OUT paise bigint, OUT since timestamp with time zone)
 RETURNS record
 LANGUAGE plpgsql
 STABLE
 SET search_path TO 'public', 'pg_temp'
AS $function$
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
end $function$;

-- db/migrations/0061_refunds_still_owed.sql
CREATE OR REPLACE FUNCTION public.failed_refunds_without_order()
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  if current_staff_role() is distinct from 'owner' then
    return null;
  end if;
  return (
    select jsonb_build_object('count', count(*), 'oldest', min(owed.created_at), 'payments', coalesce(
      jsonb_agg(jsonb_build_object('payment_id', owed.payment_id, 'amount', owed.paise / 100.0, 'email', intent.email)
        order by owed.created_at), '[]'))
    from (
      select failed.payment_id, min(failed.created_at) as created_at, refundable_paise(failed.payment_id) as paise
      from refunds failed
      where failed.status = 'failed' and refundable_paise(failed.payment_id) > 0
        and (select orders.id from orders where orders.payment_id = failed.payment_id limit 1) is null
      group by failed.payment_id
      order by created_at limit 1000
    ) owed
    join payments on payments.id = owed.payment_id
    join payment_intents intent on intent.id = payments.intent_id
  );
end $function$;

-- db/migrations/0171_words_of_people_and_orders.sql
CREATE OR REPLACE FUNCTION public.find_customers(p_words tsquery, p_email text, p_most integer)
 RETURNS SETOF uuid
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
 SET enable_seqscan TO 'off'
AS $function$
declare
  v_words tsquery := search_of_role(p_words, current_staff_role());
  v_people uuid[];
begin
  if current_staff_role() is distinct from 'owner' then
    return;
  end if;
  if p_words is null and p_email is null then
    return query select user_id from (
        select user_id, created_at from orders order by created_at desc, id desc limit 200
      ) latest group by user_id order by max(created_at) desc limit p_most;
    return;
  end if;
  v_people := array(
    select user_id from orders where id = any(newest_with_words(v_words, null, null, 2000, 200))
    group by user_id order by max(created_at) desc limit p_most
  );
  if cardinality(v_people) < p_most then
    v_people := array(
      select user_id from (select * from orders where search @@ v_words limit 3000) few
      group by user_id order by max(created_at) desc limit p_most
    );
  end if;
  if cardinality(v_people) < p_most then
    v_people := v_people || array(
      select person from (
        (select profiles.id as person from profiles where person_search(full_name, phone) @@ v_words limit p_most)
        union (select users.id from auth.users where person_search(user_metadata ->> 'full_name', null) @@ v_words
          limit p_most)
        union (select users.id from auth.users where email ~>=~ p_email and email ~<~ (p_email || chr(65535)) limit p_most)
      ) people where person <> all (v_people) limit p_most - cardinality(v_people)
    );
  end if;
  return query select unnest(v_people);
end $function$;

-- db/migrations/0045_newsletter_letters.sql
CREATE OR REPLACE FUNCTION public.find_delivery(p_id uuid)
 RETURNS TABLE(id uuid, email text, unsubscribe_token uuid, subject text, heading text, text text, button_label text, button_url text, picture text, picture_text text)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  v_sending boolean;
begin
  -- Locked, so that stopping and going on at this moment cannot queue the address a second time.
  select letter.state = 'sending' into v_sending
    from newsletter_letters letter
    where letter.id = (select delivery.letter_id from newsletter_deliveries delivery where delivery.id = p_id)
    for share;
  if not v_sending then
    update newsletter_deliveries delivery set queued_at = null
      where delivery.id = p_id and delivery.sent_at is null and delivery.failed_at is null;
    return;
  end if;
  return query
    select delivery.id, delivery.email, reader.unsubscribe_token, letter.subject, letter.heading, letter.text,
      letter.button_label, letter.button_url, letter.picture, letter.picture_text
    from newsletter_deliveries delivery
    join newsletter_letters letter on letter.id = delivery.letter_id
    join newsletter_subscriptions reader on reader.email = delivery.email
    where delivery.id = p_id and delivery.sent_at is null and delivery.failed_at is null;
end $function$;

-- db/migrations/0102_orders_of_listed_numbers.sql
CREATE OR REPLACE FUNCTION public.find_listed_orders(p_filters text[], p_fulfilment text, p_payment_method text, p_payment_status text, p_courier uuid, p_product text, p_from timestamp with time zone, p_to timestamp with time zone, p_after uuid, p_numbers text[], p_oldest_first boolean, p_most integer)
 RETURNS SETOF uuid
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER ROWS 50
 SET search_path TO 'public', 'pg_temp'
 SET enable_seqscan TO 'off'
AS $function$
declare
  v_at timestamptz;
  v_filters text[] := p_filters;
  v_found uuid[];
begin
  if current_staff_role() is null then
    return;
  end if;
  if current_staff_role() = 'packer' then v_filters := v_filters || 'packer'::text; end if;
  if p_after is not null then
    select created_at into v_at from orders where id = p_after;
    if not found then return; end if;
  end if;
  v_found := array(
    select id from orders where order_number = any(p_numbers)
    union
    select order_id from shipments where tracking_number = any(p_numbers) and state <> 'taken_back'
  );
  return query execute order_list_statement('{found}', v_filters, p_oldest_first, p_after is not null)
    using p_fulfilment, p_payment_method, p_payment_status, p_courier, p_product, p_from, p_to, v_at, p_after,
      null::tsquery, null::text, null::text[], p_most, null::tsquery, v_found;
end $function$;

-- db/migrations/0172_words_of_messages.sql
CREATE OR REPLACE FUNCTION public.find_messages(p_typed text, p_after uuid, p_most integer)
 RETURNS SETOF uuid
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER ROWS 50
 SET search_path TO 'public', 'pg_temp'
 SET enable_seqscan TO 'off'
AS $function$
declare
  v_words tsquery := staff_query(p_typed);
begin
  if current_staff_role() is distinct from 'owner' then
    return;
  end if;
  if search_text(p_typed) not like '%@%' then
    v_words := v_words || coalesce(prefix_query(words_in(p_typed, true)), ''); -- '10 000' may be no telephone
  end if;
  return query
    select asked.id from contact_messages asked
    where asked.id in (
        select id from contact_messages
        where message_words(ticket || ' ' || name || ' ' || email || ' ' || subject || ' ' || message) @@ v_words
        union all
        select message_id from message_entries where message_words(text) @@ v_words
      )
      and (p_after is null or (asked.created_at, asked.id) < (select created_at, id from contact_messages where id = p_after))
    order by asked.created_at desc, asked.id desc limit p_most;
end $function$;

-- db/migrations/0090_failed_jobs_that_are_shown.sql
CREATE OR REPLACE FUNCTION public.find_newsletter_request(p_request uuid)
 RETURNS TABLE(email text, confirmed boolean, unsubscribe_token uuid)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
    select email, confirmed_at is not null, unsubscribe_token from newsletter_subscriptions
    where request_id = p_request and (confirmed_at is not null or token_expires_at > now())
  $function$;

-- db/migrations/0171_words_of_people_and_orders.sql
CREATE OR REPLACE FUNCTION public.find_orders(p_filters text[], p_fulfilment text, p_payment_method text, p_payment_status text, p_courier uuid, p_product text, p_from timestamp with time zone, p_to timestamp with time zone, p_after uuid, p_words tsquery, p_tracking text, p_products text[], p_oldest_first boolean, p_most integer)
 RETURNS SETOF uuid
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER ROWS 50
 SET search_path TO 'public', 'pg_temp'
 SET enable_seqscan TO 'off'
AS $function$
declare
  v_at timestamptz;
  v_filters text[] := p_filters;
  v_sources text[] := '{all}';
  v_words tsquery;
  v_number text := replace(left(p_tracking, -1), '\', '');
  v_rare tsquery;
  v_found uuid[];
begin
  if current_staff_role() is null then
    return;
  end if;
  if current_staff_role() = 'packer' then v_filters := v_filters || 'packer'::text; end if;
  -- The first pages that are opened most keep their plans.
  if p_words is null and p_after is null then
    if cardinality(v_filters) = 0 and not p_oldest_first then
      return query select id from orders order by created_at desc, id desc limit p_most;
      return;
    elsif v_filters = '{fulfilment}' and not p_oldest_first then
      return query select id from orders where fulfilment = p_fulfilment order by created_at desc, id desc limit p_most;
      return;
    elsif v_filters = '{fulfilment}' then
      return query select id from orders where fulfilment = p_fulfilment order by created_at, id limit p_most;
      return;
    elsif v_filters = '{fulfilment,real_money}' and p_oldest_first then
      return query select id from orders
        where fulfilment = p_fulfilment and (payment_mode is null or payment_mode = 'live') order by created_at, id limit p_most;
      return;
    end if;
  end if;
  if p_after is not null then
    select created_at into v_at from orders where id = p_after;
    if not found then return; end if;
  end if;
  if v_number is not null and exists (
    select from shipments where tracking_number ~>=~ v_number and tracking_number ~<~ (v_number || chr(65535))
  ) then
    v_sources := v_sources || 'tracking'::text;
  end if;
  if cardinality(p_products) > 0 then v_sources := v_sources || 'products'::text; end if;
  -- How many orders a typed beginning matches is not known to the planner, and a wrong guess reads all of them. A few are
  -- fetched by the index and sorted; for many the list is read in its order, which soon has a page. Without filters the
  -- newest 500 have a page, or say how many more would have it. For a file, the list would be read to its end.
  if p_words is not null then
    v_words := search_of_role(p_words, current_staff_role());
    v_sources[1] := 'few';
    if p_most <= 1000 and cardinality(v_filters) = 0 and not p_oldest_first
      and p_words::text !~ $r$'(?=[^']*\d)[^']{6,}'$r$ then
      v_found := newest_with_words(v_words, v_at, p_after, 500, p_most);
      if cardinality(v_found) between 2 and p_most - 1 then
        v_found := newest_with_words(v_words, v_at, p_after, least(10000, 1000 * p_most / cardinality(v_found)), p_most);
      end if;
    end if;
    if cardinality(v_found) = p_most then
      v_sources[1] := 'found';
    else
      v_rare := coalesce(rare_words(p_words, current_staff_role()), v_words);
      if p_most <= 1000 and (select count(*) from (select from orders where search @@ v_rare limit 3001) matching) > 3000 then
        v_sources[1] := 'words';
      end if;
    end if;
  end if;
  return query execute order_list_statement(v_sources, v_filters, p_oldest_first, p_after is not null)
    using p_fulfilment, p_payment_method, p_payment_status, p_courier, p_product, p_from, p_to, v_at, p_after,
      v_words, p_tracking, p_products, p_most, v_rare, v_found;
end $function$;

-- db/migrations/0090_failed_jobs_that_are_shown.sql
CREATE OR REPLACE FUNCTION public.find_staff_invitation(p_id uuid)
 RETURNS TABLE(expired boolean)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
    select expires_at <= now() from staff_invitations
    where id = p_id and used_at is null and (
      invited_by is null
      or exists (select from staff where user_id = invited_by and role = 'owner' and disabled_at is null)
    )
  $function$;

-- db/migrations/0071_cheaper_orders.sql
CREATE OR REPLACE FUNCTION public.generate_order_number()
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  alphabet constant text := '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
  secret constant text := (select key || ':' from order_number_key);
  n integer := nextval('order_number_sequence');
  high integer := n >> 15;
  low integer := n & 32767;
begin
  high := high # (('x' || left(md5(secret || '1:' || low), 4))::bit(16)::integer & 32767);
  low := low # (('x' || left(md5(secret || '2:' || high), 4))::bit(16)::integer & 32767);
  high := high # (('x' || left(md5(secret || '3:' || low), 4))::bit(16)::integer & 32767);
  low := low # (('x' || left(md5(secret || '4:' || high), 4))::bit(16)::integer & 32767);
  n := (high << 15) | low;
  return 'AP-' || substr(alphabet, (n & 31) + 1, 1) || substr(alphabet, ((n >> 5) & 31) + 1, 1)
    || substr(alphabet, ((n >> 10) & 31) + 1, 1) || '-' || substr(alphabet, ((n >> 15) & 31) + 1, 1)
    || substr(alphabet, ((n >> 20) & 31) + 1, 1) || substr(alphabet, ((n >> 25) & 31) + 1, 1);
end $function$;

-- db/migrations/0154_internal_function_names.sql
CREATE OR REPLACE FUNCTION public.increment_catalogue_revision()
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  update catalogue_revision set revision = revision + 1
    where slot = (select slot from catalogue_revision order by slot limit 1 for update skip locked);
  if not found then
    insert into catalogue_revision (revision) values (1);
  end if;
end $function$;

-- db/migrations/0154_internal_function_names.sql
CREATE OR REPLACE FUNCTION public.increment_revision_for_settings()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  perform increment_catalogue_revision();
  return null;
end $function$;

-- db/migrations/0047_reports.sql
CREATE OR REPLACE FUNCTION public.india_day(p_at timestamp with time zone)
 RETURNS date
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$ select (p_at at time zone 'Asia/Kolkata')::date $function$;

-- db/migrations/0047_reports.sql
CREATE OR REPLACE FUNCTION public.india_midnight(p_day date)
 RETURNS timestamp with time zone
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$ select p_day::timestamp at time zone 'Asia/Kolkata' $function$;

-- db/migrations/0006_payments.sql
CREATE OR REPLACE FUNCTION public.intent_of_gateway_order(p_order text)
 RETURNS TABLE(id uuid, user_id uuid)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$ select id, user_id from payment_intents where gateway_order_id = p_order $function$;

-- db/migrations/0006_payments.sql
CREATE OR REPLACE FUNCTION public.intent_of_payment(p_payment text)
 RETURNS TABLE(id uuid, user_id uuid)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$ select intent_id, user_id from payments where id = p_payment $function$;

-- db/migrations/0197_refunds_beside_disputes.sql
CREATE OR REPLACE FUNCTION public.is_disputed(p_payment text)
 RETURNS boolean
 LANGUAGE sql
 STABLE
 SET search_path TO 'public', 'pg_temp'
AS $function$
    select exists (select from disputes where payment_id = p_payment and status in ('open', 'under_review'))
  $function$;

-- db/migrations/0031_payment_names.sql
CREATE OR REPLACE FUNCTION public.is_live_environment()
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$ select live from payment_environment $function$;

-- db/migrations/0091_test_money_and_unsent_orders.sql
CREATE OR REPLACE FUNCTION public.is_test_payment(p_payment text)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
    select exists (
      select from payments join payment_intents intent on intent.id = payments.intent_id
      where payments.id = p_payment and intent.mode <> 'live'
    )
  $function$;

-- db/migrations/0034_staff.sql
CREATE OR REPLACE FUNCTION public.keep_last_owner()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  if not exists (select from staff where role = 'owner' and disabled_at is null) then
    raise exception 'The last owner stays' using errcode = 'check_violation', constraint = 'last_owner';
  end if;
  return null;
end $function$;

-- db/migrations/0109_email_for_each_order.sql
CREATE OR REPLACE FUNCTION public.list_dead_letters(p_queues text[], p_ids uuid[], p_most integer)
 RETURNS TABLE(id uuid, queue text, at timestamp with time zone, reason text, order_id uuid, order_number text, recipient text, retrying boolean)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  if current_staff_role() is distinct from 'owner' then
    return;
  end if;
  return query
    select dead.id, dead.source_name, dead.created_on, dead.source_output ->> 'reason', about.id,
      coalesce(about.order_number, dead.data ->> 'order_number'),
      coalesce(dead.data ->> 'email', case dead.source_name
        when 'order-mail' then about.email
        when 'order-mail-again' then about.email
        when 'order-notice' then (
          select setting.value #>> '{}' from shop_settings setting
          where setting.key = 'order_email' order by setting.id desc limit 1)
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
      select * from jobs.job job
      where job.name = 'dead-letter' and job.state < 'active' and job.source_name is not null
        and (p_queues is null or job.source_name = any(p_queues)) and (p_ids is null or job.id = any(p_ids))
      order by job.created_on desc, job.id limit p_most
    ) dead
    left join lateral (
      select orders.id, orders.order_number, orders.email from orders
      where orders.id = case
        when dead.data ? 'order_number' then (
          select named.id from orders named where named.order_number = dead.data ->> 'order_number')
        when dead.source_name in ('order-confirmation', 'order-notice', 'payment-received', 'order-mail', 'order-mail-again') then (dead.data ->> 'order_id')::uuid
        when dead.source_name = 'payment-check' then (
          select paid.id from orders paid where paid.intent_id = (dead.data ->> 'id')::uuid limit 1)
        when dead.source_name = 'payment-refund' then (
          select paid.id from refunds join orders paid on paid.payment_id = refunds.payment_id
          where refunds.id = (dead.data ->> 'id')::uuid limit 1)
      end
    ) about on true
    order by dead.created_on desc, dead.id;
end $function$;

-- db/migrations/0032_names.sql
CREATE OR REPLACE FUNCTION public.lock_own_addresses()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform pg_advisory_xact_lock(hashtextextended(current_shopper()::text, 0));
  return null;
end $function$;

-- db/migrations/0154_internal_function_names.sql
CREATE OR REPLACE FUNCTION public.lock_staff_changes()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  perform pg_advisory_xact_lock(hashtextextended('staff', 0));
  return null;
end $function$;

-- db/migrations/0058_undo.sql
CREATE OR REPLACE FUNCTION public.mail_waits(p_at timestamp with time zone)
 RETURNS boolean
 LANGUAGE sql
 STABLE
AS $function$ select p_at > now() - interval '50 seconds' $function$;

-- db/migrations/0190_columns_of_couriers_lists.sql
CREATE OR REPLACE FUNCTION public.match_remittance(p_courier uuid, p_lines jsonb, p_hash bytea)
 RETURNS TABLE(line integer, tracking_number text, amount numeric, order_id uuid, order_number text, expected numeric, pile text, reason text)
 LANGUAGE sql
 STABLE
 SET search_path TO 'public', 'pg_temp'
AS $function$
    with given as (
      select listed.* from jsonb_to_recordset(p_lines) as listed (line integer, tracking_number text, amount numeric)
    ), parcels as (
      select given.*, o.id as order_id, o.order_number, o.payment_method,
        row_number() over (partition by coalesce(o.id::text, given.tracking_number) order by given.line) as nth
      from given
      left join lateral ( -- one look into each index for each line
        select shipments.order_id from shipments
        where courier = p_courier and shipments.tracking_number = given.tracking_number and state <> 'taken_back'
        union all
        select shipments.order_id from orders join shipments on shipments.order_id = orders.id
        where orders.order_number = given.tracking_number and courier = p_courier and state <> 'taken_back'
        limit 1
      ) parcel on true
      left join orders o on o.id = parcel.order_id
    ), found as (
      select parcels.*, cash.state, cash.amount - coalesce(cash.remitted_amount, 0) as expected,
        case
          when parcels.amount is null then 'amount'
          when parcels.nth > 1 then 'twice'
          when parcels.order_id is null then 'no_parcel'
          when parcels.payment_method <> 'cod' then 'paid_online'
          when cash.order_id is null or cash.state = 'void' then 'not_delivered'
          -- Unless just this money came with a list: its line is remitted.
          when cash.state = 'remitted' and cash.settled_at is not null and (
            select true from cod_remittance_lines posted join cod_remittances on cod_remittances.id = remittance_id
            where posted.order_id = parcels.order_id and posted.amount = parcels.amount and mirrors is null
              and undone_at is null
            limit 1
          ) is null then 'settled'
        end as reason
      from parcels
      left join lateral (
        select order_id, state, amount, remitted_amount, settled_at from cod_collections
        where order_id = parcels.order_id limit 1
      ) cash on true
    )
    select found.line, found.tracking_number, found.amount, found.order_id, found.order_number, found.expected,
      case
        when found.reason is not null then 'unknown'
        when found.state = 'remitted' then 'remitted'
        when (
          select true from cod_remittance_lines posted join cod_remittances on cod_remittances.id = remittance_id
          where posted.order_id = found.order_id and posted.amount = found.amount and file_hash = p_hash
            and undone_at is null
          limit 1
        ) then 'remitted'
        when found.amount = found.expected then 'matched'
        -- Couriers repeat the lines of earlier lists: the same amount again is the same money.
        when ( -- not 'exists': that may read all lines at once
          select true from cod_remittance_lines posted join cod_remittances on cod_remittances.id = remittance_id
          where posted.order_id = found.order_id and posted.amount = found.amount and mirrors is null and undone_at is null
          limit 1
        ) then 'remitted'
        else 'different'
      end,
      found.reason
    from found order by found.line
  $function$;

-- db/migrations/0108_returns_without_refund.sql
CREATE OR REPLACE FUNCTION public.may_decline_refund(p_order uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE
 SET search_path TO 'public', 'pg_temp'
AS $function$
    select exists (select from returned_items where order_id = p_order and not settled) and refund_due(p_order) > 0
  $function$;

-- db/migrations/0137_products_removed.sql
CREATE OR REPLACE FUNCTION public.may_remove_product(p_product text)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
 SET enable_seqscan TO 'off'
AS $function$
begin
  return current_staff_role() = 'owner' and exists (select from products where id = p_product and not active)
    and not exists (select from order_items where product_id = p_product)
    and not exists (select from payment_intent_items where product_id = p_product);
end $function$;

-- db/migrations/0104_cancelled_parcels_and_refunds_of_returns.sql
CREATE OR REPLACE FUNCTION public.may_reopen(p_order uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE
 SET search_path TO 'public', 'pg_temp'
AS $function$
    select exists (
      select from orders cross join lateral (
        select kind, actor, from_state from order_events
        where order_id = orders.id and kind in ('cancel', 'lose') order by id desc limit 1
      ) event
      where orders.id = p_order and orders.payment_method = 'cod' and event.actor = 'staff' and event.from_state is not null
        and event.kind = case orders.fulfilment when 'cancelled' then 'cancel' when 'lost' then 'lose' end
        and (event.kind = 'lose' or event.from_state <> 'packed' or orders.packed_at is not null)
        and not exists (select from order_events where order_id = p_order and kind = 'manual_refund')
    )
  $function$;

-- db/migrations/0051_customer_returns.sql
CREATE OR REPLACE FUNCTION public.may_return(p_order uuid, p_data jsonb)
 RETURNS boolean
 LANGUAGE sql
 STABLE
 SET search_path TO 'public', 'pg_temp'
AS $function$
    with said as (
      select item, sum(pieces::integer) as pieces, min(pieces::integer) as least
      from (
        select * from jsonb_each_text(p_data -> 'good')
        union all
        select * from jsonb_each_text(p_data -> 'damaged')
      ) each (item, pieces)
      group by item
    )
    select coalesce(sum(said.pieces) > 0 and bool_and(said.least >= 0 and item.id is not null and said.pieces <=
      item.quantity - coalesce((select sum(good + damaged) from returned_items former where former.order_item_id = item.id), 0)
    ), false)
    from said left join order_items item on item.order_id = p_order and item.id::text = said.item
  $function$;

-- db/migrations/0043_messages.sql
CREATE OR REPLACE FUNCTION public.message_answer(p_id uuid)
 RETURNS TABLE(id uuid, ticket text, name text, email text, subject text, message text, text text)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
    select entry.id, asked.ticket, asked.name, asked.email, asked.subject, asked.message, entry.text
    from message_entries entry join contact_messages asked on asked.id = entry.message_id
    where entry.id = p_id and entry.kind = 'answer'
  $function$;

-- db/migrations/0172_words_of_messages.sql
CREATE OR REPLACE FUNCTION public.message_words(p_text text)
 RETURNS tsvector
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$ select array_to_tsvector(public.words_in(p_text, false) || public.words_in(public.staff_text(p_text, false), false)) $function$;

-- db/migrations/0036_stock_movements.sql
CREATE OR REPLACE FUNCTION public.move_stock()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  perform from products where id in (select product_id from moved where reason <> 'opening')
    order by id for no key update;
  update products set stock = products.stock + total.delta
    from (select product_id, sum(delta)::integer as delta from moved where reason <> 'opening' group by 1) total
    where products.id = total.product_id;
  return null;
end $function$;

-- db/migrations/0171_words_of_people_and_orders.sql
CREATE OR REPLACE FUNCTION public.newest_with_words(p_words tsquery, p_at timestamp with time zone, p_after uuid, p_size integer, p_most integer)
 RETURNS uuid[]
 LANGUAGE sql
 STABLE
 SET search_path TO 'public', 'pg_temp'
AS $function$
    select array(
      select id from (
        select id, created_at, search from orders
        where (created_at, id) < (coalesce(p_at, 'infinity'), coalesce(p_after, 'ffffffff-ffff-ffff-ffff-ffffffffffff'))
        order by created_at desc, id desc limit p_size
      ) newest
      where search @@ p_words order by created_at desc, id desc limit p_most
    )
  $function$;

-- db/migrations/0045_newsletter_letters.sql
CREATE OR REPLACE FUNCTION public.newsletter_letter(p_id uuid)
 RETURNS SETOF public.newsletter_letters
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$ select * from newsletter_letters where id = p_id $function$;

-- db/migrations/0084_address_corrections.sql
CREATE OR REPLACE FUNCTION public.note_event_mailed(p_event bigint)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
    update order_events set mailed_at = now()
    where id = p_event and user_id = current_shopper() and shown_to_shopper and mailed_at is null
  $function$;

-- db/migrations/0067_owed_refunds_repeated_parcels_idle_staff.sql
CREATE OR REPLACE FUNCTION public.note_failed_refund()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  new.failed_at := case when new.status = 'failed' then now() end;
  return new;
end $function$;

-- db/migrations/0135_failed_refunds_paid_by_hand.sql
CREATE OR REPLACE FUNCTION public.note_manual_refund(p_order uuid, p_version integer, p_amount numeric, p_way text, p_reference text, p_reason text, p_key text)
 RETURNS TABLE(outcome text, event bigint, shopper uuid)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
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
end $function$;

-- db/migrations/0057_notes_on_refunds.sql
CREATE OR REPLACE FUNCTION public.note_order(p_order uuid, p_text text, p_verb text)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  insert into order_events (order_id, user_id, kind, actor, staff_id, data, shown_to_shopper)
    select id, user_id, 'note', 'staff', current_staff(),
      jsonb_strip_nulls(jsonb_build_object('text', p_text, 'verb', p_verb)), false
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
end $function$;

-- db/migrations/0047_reports.sql
CREATE OR REPLACE FUNCTION public.note_report_change()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  insert into report_changes (day) values (india_day(old.created_at));
  return null;
end $function$;

-- db/migrations/0078_invitations_end_with_access.sql
CREATE OR REPLACE FUNCTION public.note_staff_change()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  new.changed_at := now();
  return new;
end $function$;

-- db/migrations/0154_internal_function_names.sql
CREATE OR REPLACE FUNCTION public.notify_admin_of_event()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
  begin
    perform pg_notify('admin', jsonb_build_object('kind', 'order', 'order', new.order_id)::text);
    return null;
  end
  $function$;

-- db/migrations/0091_test_money_and_unsent_orders.sql
CREATE OR REPLACE FUNCTION public.order_list_statement(p_sources text[], p_filters text[], p_oldest_first boolean, p_after boolean)
 RETURNS text
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO 'public', 'pg_temp'
AS $function$
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
end $function$;

-- db/migrations/0035_order_events.sql
CREATE OR REPLACE FUNCTION public.order_moves_by_transition()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  if not exists (
    select from order_transitions where from_state = old.fulfilment and to_state = new.fulfilment
  ) then
    raise exception 'order % cannot go from % to %', old.id, old.fulfilment, new.fulfilment
      using errcode = 'check_violation', constraint = 'order_moves_by_transition';
  end if;
  return new;
end $function$;

-- db/migrations/0171_words_of_people_and_orders.sql
CREATE OR REPLACE FUNCTION public.order_search(p_number text, p_address jsonb, p_email text)
 RETURNS tsvector
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE
AS $function$
declare
  v_number text := lower(replace(p_number, '-', ''));
begin
  return public.person_search(p_address ->> 'full_name', p_address ->> 'phone') || array_to_tsvector(array_remove(
    array[v_number, right(v_number, 6), nullif(regexp_replace(public.search_text(p_address ->> 'postal_code'), '[- ]', '', 'g'), ''),
      '=' || nullif(regexp_replace(public.search_text(p_email), '[!-/:-@[-`{-~]', '', 'g'), '')]
      || public.words_in(p_address ->> 'city', false), null));
end $function$;

-- db/migrations/0156_totals_of_shared_timelines.sql
CREATE OR REPLACE FUNCTION public.order_timeline(p_order uuid)
 RETURNS TABLE(order_number text, status text, payment_method text, total_amount numeric, created_at timestamp with time zone, events jsonb, refunded boolean)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
    select order_number, status, payment_method, total_amount, created_at, shown_events(id),
      payment_id is not null and wholly_refunded(payment_id)
    from orders where id = p_order
  $function$;

-- db/migrations/0197_refunds_beside_disputes.sql
CREATE OR REPLACE FUNCTION public.paid_share(p_order public.orders)
 RETURNS numeric
 LANGUAGE sql
 IMMUTABLE
AS $function$ select least(1, p_order.paid_amount / nullif(p_order.total_amount, 0)) $function$;

-- db/migrations/0135_failed_refunds_paid_by_hand.sql
CREATE OR REPLACE FUNCTION public.paise_by_hand(p_payment text)
 RETURNS bigint
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
    select coalesce(sum(by_hand.amount * 100), 0)::bigint
    from orders paid join manual_refunds by_hand on by_hand.order_id = paid.id and by_hand.user_id = paid.user_id
    where paid.payment_id = p_payment
  $function$;

-- db/migrations/0006_payments.sql
CREATE OR REPLACE FUNCTION public.payment_rank(status text)
 RETURNS integer
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$ select array_position(array['created', 'failed', 'authorized', 'captured', 'refunded'], status) $function$;

-- db/migrations/0006_payments.sql
CREATE OR REPLACE FUNCTION public.payments_move_forward()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if payment_rank(new.status) < payment_rank(old.status) then
    raise exception 'payment % cannot go from % back to %', old.id, old.status, new.status
      using errcode = 'check_violation', constraint = 'payments_move_forward';
  end if;
  return new;
end $function$;

-- db/migrations/0171_words_of_people_and_orders.sql
CREATE OR REPLACE FUNCTION public.person_search(p_name text, p_phone text)
 RETURNS tsvector
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
    select array_to_tsvector(array(
      select '~' || word
      from right(regexp_replace(public.search_text(p_phone), '[^0-9]', '', 'g'), 10) phone,
        unnest(public.words_in(p_name, false) || case when phone <> '' then array[phone, '<' || reverse(phone)] end) word
    ))
  $function$;

-- db/migrations/0098_cash_that_was_compared.sql
CREATE OR REPLACE FUNCTION public.post_remittance(p_courier uuid, p_reference text, p_hash bytea, p_lines jsonb, p_seen text)
 RETURNS TABLE(outcome text, remittance uuid)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  v_id uuid;
  v_earlier uuid;
  v_matched integer;
  v_different integer;
  v_amount numeric;
  v_seen text;
  v_locked uuid[];
  v_lines jsonb;
begin
  if coalesce(current_staff_role() not in ('owner', 'accountant'), true) then
    return query select 'not_permitted', null::uuid;
    return;
  end if;
  if not exists (select from couriers where id = p_courier) then
    return query select 'not_found', null::uuid;
    return;
  end if;
  -- Whoever posts a list of the same courier at the same time waits here for the other.
  perform pg_advisory_xact_lock(hashtextextended('post_remittance ' || p_courier, 0));
  v_locked := array(
    select order_id from cod_collections where order_id in (
      select found.order_id from match_remittance(p_courier, p_lines, p_hash) found where pile in ('matched', 'different')
    ) order by order_id for update
  );
  -- What is compared is kept and written. Each statement sees what was committed before it: an order that was delivered
  -- since is not posted unseen.
  select count(*) filter (where pile = 'matched'), count(*) filter (where pile = 'different'), sum(amount),
      remittance_fingerprint(array_agg(remittance_part(order_id, amount, pile))), jsonb_agg(to_jsonb(compared))
    into v_matched, v_different, v_amount, v_seen, v_lines
    from match_remittance(p_courier, p_lines, p_hash) compared
    where pile in ('matched', 'different') and order_id = any(v_locked);
  if v_seen <> p_seen or v_matched + v_different = 0 then
    select id into v_earlier from cod_remittances posted
      where file_hash = p_hash and undone_at is null and p_seen = (
        select remittance_fingerprint(array_agg(remittance_part(order_id, line.amount,
          case state when 'remitted' then 'matched' else 'different' end)))
        from cod_remittance_lines line where remittance_id = posted.id
      )
      order by posted_at desc limit 1;
    return query select case when v_earlier is null then 'changed_meanwhile' else 'already' end, v_earlier;
    return;
  end if;
  if exists (
    select from cod_remittances where courier = p_courier and reference = p_reference and file_hash <> p_hash
      and mirrors is null and undone_at is null
  ) then
    return query select 'reference_taken', null::uuid;
    return;
  end if;
  insert into cod_remittances (courier, reference, file_hash, amount, orders, staff_id)
    values (p_courier, p_reference, p_hash, v_amount, v_matched + v_different, current_staff())
    returning id into v_id;
  insert into cod_remittance_lines (remittance_id, order_id, tracking_number, amount, state, before)
    select v_id, found.order_id, found.tracking_number, found.amount,
      case when found.amount = found.expected then 'remitted' when found.amount < found.expected then 'short'
        else 'disputed' end,
      jsonb_build_object('state', cash.state, 'remitted_amount', cash.remitted_amount,
        'remittance_id', cash.remittance_id)
    from jsonb_to_recordset(v_lines) as found (order_id uuid, tracking_number text, amount numeric, expected numeric)
    join cod_collections cash on cash.order_id = found.order_id;
  update cod_collections cash set state = posted.state, remittance_id = v_id,
      remitted_amount = coalesce(cash.remitted_amount, 0) + posted.amount
    from cod_remittance_lines posted where posted.remittance_id = v_id and posted.order_id = cash.order_id;
  insert into audit_log (staff_id, session_id, verb, subject_type, subject_id, after)
    values (current_staff(), current_staff_session(), 'post_remittance', 'remittance', v_id, jsonb_build_object(
      'reference', p_reference, 'amount', v_amount, 'matched', v_matched, 'different', v_different));
  return query select 'done', v_id;
end $function$;

-- db/migrations/0170_words_of_a_search.sql
CREATE OR REPLACE FUNCTION public.prefix_query(p_words text[])
 RETURNS tsquery
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$ select string_agg('''' || word || ''':*', ' & ')::tsquery from unnest(p_words) word $function$;

-- db/migrations/0045_newsletter_letters.sql
CREATE OR REPLACE FUNCTION public.queue_deliveries(p_letter uuid, p_run integer, p_most integer)
 RETURNS SETOF uuid
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
    update newsletter_deliveries set queued_at = now() where id = any(array(
      select waiting.id from newsletter_deliveries waiting
      where letter_id = p_letter and queued_at is null
        and exists (select from newsletter_letters where id = p_letter and state = 'sending' and run = p_run)
      order by waiting.id limit p_most
      for update skip locked
    ))
    returning id
  $function$;

-- db/migrations/0037_order_actions.sql
CREATE OR REPLACE FUNCTION public.queue_refund(p_order public.orders, p_paise bigint, p_reason text, p_key text)
 RETURNS uuid
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  v_refund uuid;
begin
  insert into refunds (payment_id, user_id, amount_paise, reason, idempotency_key)
    values (p_order.payment_id, p_order.user_id, p_paise, p_reason, p_key)
    returning id into v_refund;
  update orders set payment_status = 'refund_pending' where id = p_order.id;
  return v_refund;
end $function$;

-- db/migrations/0171_words_of_people_and_orders.sql
CREATE OR REPLACE FUNCTION public.rare_words(p_words tsquery, p_role text)
 RETURNS tsquery
 LANGUAGE sql
 STABLE
 SET search_path TO 'public', 'pg_temp'
AS $function$
    with newest as materialized (select search from orders order by created_at desc, id desc limit 250)
    select string_agg('(' || query::text || ')', ' & ')::tsquery
    from regexp_matches(p_words::text, $r$('(?:[^']|'')*')$r$, 'g') quoted
    cross join search_of_role(quoted[1]::tsquery, p_role) query
    where quoted[1] ~ '\d' and length(quoted[1]) >= 8 or 3 > (select count(*) from newest where search @@ query)
  $function$;

-- db/migrations/0196_disputes.sql
CREATE OR REPLACE FUNCTION public.record_dispute_event()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  insert into order_events (order_id, user_id, kind, actor, data, shown_to_shopper)
    select id, user_id, 'dispute', 'system', jsonb_strip_nulls(jsonb_build_object(
        'status', new.status, 'phase', new.phase, 'reason', new.reason, 'amount', new.amount_paise / 100.0,
        'deducted', nullif(new.deducted_paise, 0) / 100.0, 'respond_by', new.respond_by)), false
    from orders where payment_id = new.payment_id and user_id = new.user_id;
  return null;
end $function$;

-- db/migrations/0154_internal_function_names.sql
CREATE OR REPLACE FUNCTION public.record_opening_stock()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  insert into stock_movements (product_id, delta, reason) values (new.id, new.stock, 'opening');
  return null;
end $function$;

-- db/migrations/0025_search.sql
CREATE OR REPLACE FUNCTION public.recount_search_words()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  insert into search_words as known (word, names, products)
    select word, coalesce(sum(change) filter (where in_name), 0), sum(change)
    from (
      select word, in_name, 1 as change from words_of_product(new)
      union all
      select word, in_name, -1 from words_of_product(old)
    ) changes
    group by word
    having sum(change) <> 0 or coalesce(sum(change) filter (where in_name), 0) <> 0
    order by word
    on conflict (word) do update
      set names = known.names + excluded.names, products = known.products + excluded.products;
  return null;
end $function$;

-- db/migrations/0197_refunds_beside_disputes.sql
CREATE OR REPLACE FUNCTION public.refund_due(p_order uuid)
 RETURNS numeric
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
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
  $function$;

-- db/migrations/0075_audit_before_refunds.sql
CREATE OR REPLACE FUNCTION public.refund_order(p_order uuid, p_version integer, p_paise bigint, p_reason text, p_note text, p_key text)
 RETURNS TABLE(outcome text, event bigint, refund uuid, shopper uuid)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
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
end $function$;

-- db/migrations/0135_failed_refunds_paid_by_hand.sql
CREATE OR REPLACE FUNCTION public.refundable_by_hand(p_order public.orders)
 RETURNS bigint
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
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
  $function$;

-- db/migrations/0196_disputes.sql
CREATE OR REPLACE FUNCTION public.refundable_paise(p_payment text)
 RETURNS bigint
 LANGUAGE sql
 STABLE
 SET search_path TO 'public', 'pg_temp'
AS $function$
    select amount_paise - paise_by_hand(p_payment) - coalesce((
      select sum(refunds.amount_paise) from refunds where payment_id = payments.id and status <> 'failed'
    ), 0)::bigint - coalesce((
      select sum(deducted_paise) from disputes where payment_id = payments.id
    ), 0)::bigint
    from payments where id = p_payment
  $function$;

-- db/migrations/0006_payments.sql
CREATE OR REPLACE FUNCTION public.refunds_within_payment()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  taken bigint := (select amount_paise from payments where id = new.payment_id for update);
  given bigint := (
    select coalesce(sum(amount_paise), 0) from refunds
    where payment_id = new.payment_id and id <> new.id and status <> 'failed'
  );
begin
  if new.status <> 'failed' and given + new.amount_paise > taken then
    raise exception 'refunds of payment % would exceed it', new.payment_id
      using errcode = 'check_violation', constraint = 'refunds_within_payment';
  end if;
  return new;
end $function$;

-- db/migrations/0099_newsletter_links_and_refusals.sql
CREATE OR REPLACE FUNCTION public.release_deliveries(p_letter uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  v_left uuid[];
begin
  if current_staff_role() is distinct from 'owner' then
    return;
  end if;
  with released as (
    update newsletter_deliveries set held = false, failed_at = null, queued_at = null
      where letter_id = p_letter and held
      returning 1
  )
  update newsletter_letters set failed = failed - (select count(*) from released)::integer where id = p_letter;
  v_left := array(
    select delivery.id from newsletter_deliveries delivery
    where letter_id = p_letter and queued_at is not null and sent_at is null and failed_at is null
    except
    select (job.data ->> 'delivery_id')::uuid from jobs.job job
    where job.name = 'newsletter-letter' and job.state < 'completed'
  );
  update newsletter_deliveries set queued_at = null where id = any(v_left);
  delete from jobs.job dead
    where dead.name = 'dead-letter' and dead.source_name = 'newsletter-letter' and dead.state < 'active'
      and (dead.data ->> 'delivery_id')::uuid = any(v_left);
end $function$;

-- db/migrations/0073_seen_before_posting.sql
CREATE OR REPLACE FUNCTION public.remittance_fingerprint(p_parts text[])
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
AS $function$
    select encode(sha256(convert_to(array_to_string(array(
      select part from unnest(p_parts) part order by part collate "C"), ','), 'UTF8')), 'hex')
  $function$;

-- db/migrations/0073_seen_before_posting.sql
CREATE OR REPLACE FUNCTION public.remittance_part(p_order uuid, p_amount numeric, p_pile text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
AS $function$ select p_order || ' ' || p_amount::numeric(12, 2) || ' ' || p_pile $function$;

-- db/migrations/0137_products_removed.sql
CREATE OR REPLACE FUNCTION public.remove_product(p_product text, p_version integer)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  v_product products;
begin
  if current_staff_role() is distinct from 'owner' then
    return 'not_permitted';
  end if;
  select * into v_product from products where id = p_product for update;
  if v_product.id is null then
    return 'product_not_found';
  elsif v_product.version <> p_version then
    return 'product_changed';
  elsif not may_remove_product(p_product) then
    return 'product_sold';
  end if;
  delete from products where id = p_product;
  insert into audit_log (staff_id, session_id, verb, subject_type, subject_id, before)
    values (current_staff(), current_staff_session(), 'remove_product', 'product', p_product,
      jsonb_build_object('name', v_product.name, 'price', v_product.price, 'stock', v_product.stock));
  return 'done';
end $function$;

-- db/migrations/0149_pin_areas_and_hand_overs.sql
CREATE OR REPLACE FUNCTION public.report_areas(p_from date, p_to date)
 RETURNS TABLE(area text, handed_over bigint, delivered bigint, returned bigint)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  if coalesce(current_staff_role() not in ('owner', 'accountant'), true) then
    return;
  end if;
  return query
    with unread as materialized (select unsummed_days(p_from, p_to) as day)
    select each.area, sum(each.handed_over), sum(each.delivered), sum(each.returned)
    from (
      select summed.* from report_areas summed
        where summed.day between p_from and p_to and summed.day not in (select unread.day from unread)
      union all
      select unread.day, live.* from unread cross join lateral sum_areas_of_day(unread.day) live
    ) each
    group by each.area;
end $function$;

-- db/migrations/0149_pin_areas_and_hand_overs.sql
CREATE OR REPLACE FUNCTION public.report_hand_overs(p_from date, p_to date)
 RETURNS TABLE(month text, hours integer, orders bigint)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  if coalesce(current_staff_role() not in ('owner', 'accountant'), true) then
    return;
  end if;
  return query
    with unread as materialized (select unsummed_days(p_from, p_to) as day)
    select to_char(each.day, 'YYYY-MM'), each.hours, sum(each.orders)
    from (
      select summed.* from report_hand_overs summed
        where summed.day between p_from and p_to and summed.day not in (select unread.day from unread)
      union all
      select unread.day, live.* from unread cross join lateral sum_hand_overs_of_day(unread.day) live
    ) each
    group by 1, each.hours;
end $function$;

-- db/migrations/0133_parcels_by_courier.sql
CREATE OR REPLACE FUNCTION public.report_parcels(p_from date, p_to date)
 RETURNS SETOF public.report_parcels
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
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
end $function$;

-- db/migrations/0085_failed_emails_and_test_money.sql
CREATE OR REPLACE FUNCTION public.report_products(p_from date, p_to date)
 RETURNS SETOF public.report_products
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
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
end $function$;

-- db/migrations/0085_failed_emails_and_test_money.sql
CREATE OR REPLACE FUNCTION public.report_sales(p_from date, p_to date)
 RETURNS SETOF public.report_sales
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
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
end $function$;

-- db/migrations/0032_names.sql
CREATE OR REPLACE FUNCTION public.request_newsletter_subscription(p_email text, p_request uuid, p_token_hash bytea, p_good_for interval)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
    insert into newsletter_subscriptions as known (email, request_id, token_hash, token_expires_at)
    values (p_email, p_request, p_token_hash, now() + p_good_for)
    on conflict (email) do update set
      request_id = excluded.request_id,
      token_hash = case when known.confirmed_at is null then excluded.token_hash end,
      token_expires_at = case when known.confirmed_at is null then excluded.token_expires_at end
  $function$;

-- db/migrations/0058_undo.sql
CREATE OR REPLACE FUNCTION public.restock_order(p_order uuid, p_reason text, p_good jsonb)
 RETURNS integer
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
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
end $function$;

-- db/migrations/0154_internal_function_names.sql
CREATE OR REPLACE FUNCTION public.restock_returned_items(p_order uuid, p_event bigint, p_data jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  insert into returned_items (order_item_id, event_id, order_id, user_id, good, damaged)
    select item.id, p_event, item.order_id, item.user_id, said.good, said.damaged
    from order_items item
    cross join lateral (
      select coalesce((p_data -> 'good' ->> item.id::text)::integer, 0) as good,
        coalesce((p_data -> 'damaged' ->> item.id::text)::integer, 0) as damaged
    ) said
    where item.order_id = p_order and said.good + said.damaged > 0;
  insert into stock_movements (product_id, delta, reason, order_item_id, staff_id)
    select item.product_id, back.good, 'returned', item.id, current_staff()
    from returned_items back join order_items item on item.id = back.order_item_id
    where back.event_id = p_event and back.good > 0
    order by item.product_id;
end $function$;

-- db/migrations/0108_returns_without_refund.sql
CREATE OR REPLACE FUNCTION public.return_declined(p_event bigint)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
    select exists (
      select from returned_items
      where event_id = p_event and user_id = current_shopper() and declined_by is not null
    )
  $function$;

-- db/migrations/0110_refunds_of_each_return.sql
CREATE OR REPLACE FUNCTION public.return_refunds(p_most integer)
 RETURNS TABLE(id uuid, order_number text, full_name text, city text, payment_method text, returned_at timestamp with time zone, due numeric)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
#variable_conflict use_column
begin
  if coalesce(current_staff_role() not in ('owner', 'accountant'), true) then
    return;
  end if;
  return query
    select o.id, o.order_number, case current_staff_role() when 'owner' then o.shipping_address ->> 'full_name' end,
      o.shipping_address ->> 'city', o.payment_method, event.at, owed.due
    from (select order_id, max(event_id) as event from returned_items where not settled group by order_id) waiting
    join orders o on o.id = waiting.order_id
    join order_events event on event.id = waiting.event
    cross join lateral (select refund_due(o.id) as due offset 0) owed
    where owed.due > 0 and (o.payment_method = 'cod' or current_staff_role() = 'owner')
    order by event.at, o.id limit p_most;
end $function$;

-- db/migrations/0121_roll_back_unless.sql
CREATE OR REPLACE FUNCTION public.roll_back_unless(p_condition boolean)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  if p_condition is not true then
    raise exception 'Rolled back, as requested' using errcode = 'SH409';
  end if;
end $function$;

-- db/migrations/0170_words_of_a_search.sql
CREATE OR REPLACE FUNCTION public.search_document(p_text text)
 RETURNS tsvector
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
    with found as materialized (select unnest(public.words_in(p_text, false)) as word)
    select array_to_tsvector(array(
      select word from found
      union select '=' || stem from found, unnest(ts_lexize('english_stem', word)) stem where word ~ '^[a-z]+$'
    ))
  $function$;

-- db/migrations/0171_words_of_people_and_orders.sql
CREATE OR REPLACE FUNCTION public.search_of_role(p_words tsquery, p_role text)
 RETURNS tsquery
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO 'public', 'pg_temp'
AS $function$
    select string_agg('(' || (
      select string_agg(format('''%s%s'':*', mark, case mark when '~<' then reverse(word) else word end), ' | ')
      from unnest(case p_role when 'owner' then array['', '~', '~<', '='] when 'packer' then array['', '~', '~<'] else array[''] end)
        mark
      where mark <> '~<' or word ~ '^[0-9]{4,9}$'
    ) || ')', ' & ')::tsquery
    from regexp_matches(p_words::text, $r$'((?:[^']|'')*)'$r$, 'g') quoted
    cross join ltrim(quoted[1], '~=<') word
    where word <> ''
  $function$;

-- db/migrations/0170_words_of_a_search.sql
CREATE OR REPLACE FUNCTION public.search_text(p_text text)
 RETURNS text
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE
AS $function$
declare
  -- Beyond ASCII, what is no letter, mark or number and nothing invisible: a test compares it with Unicode's properties.
  c_signs constant text := '[' ||
    '\u0080-\u00bf\u00d7\u00f7\u02c2-\u02c5\u02d2-\u02eb\u02ed\u02ef-\u02ff\u0375\u03f6\u0482\u055a-\u055f' ||
    '\u0589-\u058f\u05be\u05c0\u05c3\u05c6\u05f3-\u060f\u061b-\u061f\u066a-\u066d\u06d4\u06de\u06e9\u06fd\u06fe' ||
    '\u0700-\u070d\u07f6-\u07f9\u07fe\u07ff\u0830-\u083e\u085e\u0888\u0964\u0965\u0970\u09f2\u09f3\u09fa\u09fb' ||
    '\u09fd\u0a76\u0af0\u0af1\u0b70\u0bf3-\u0bfa\u0c77\u0c7f\u0c84\u0d4f\u0d79\u0df4\u0e3f\u0e4f\u0e5a\u0e5b' ||
    '\u0f01-\u0f17\u0f1a-\u0f1f\u0f34\u0f36\u0f38\u0f3a-\u0f3d\u0f85\u0fbe-\u0fc5\u0fc7-\u0fda\u104a-\u104f' ||
    '\u109e\u109f\u10fb\u1360-\u1368\u1390-\u1399\u1400\u166d\u166e\u1680\u169b\u169c\u16eb-\u16ed\u1735\u1736' ||
    '\u17d4-\u17d6\u17d8-\u17db\u1800-\u180a\u1940-\u1945\u19de-\u19ff\u1a1e\u1a1f\u1aa0-\u1aa6\u1aa8-\u1aad' ||
    '\u1b4e\u1b4f\u1b5a-\u1b6a\u1b74-\u1b7f\u1bfc-\u1bff\u1c3b-\u1c3f\u1c7e\u1c7f\u1cc0-\u1cc7\u1cd3\u2010-\u20c1' ||
    '\u2104-\u212e\u213a-\u214d\u214f\u218a-\u244a\u2500-\u2775\u2794-\u2bff\u2ce5-\u2cea\u2cf9-\u2cfc' ||
    '\u2cfe\u2cff\u2d70\u2e00-\u2e2e\u2e30-\u3004\u3008-\u3020\u3030\u3037\u303d-\u303f\u30a0\u30fb\u3190\u3191' ||
    '\u31c0-\u31ef\u327f\u4dc0-\u4dff\ua490-\ua4c6\ua4fe\ua4ff\ua60d-\ua60f\ua673\ua67e\ua6f2-\ua716\ua720\ua721' ||
    '\ua789\ua78a\ua828-\ua82b\ua836-\ua839\ua874-\ua877\ua8ce\ua8cf\ua8f8-\ua8fa\ua8fc\ua92e\ua92f\ua95f' ||
    '\ua9c1-\ua9cd\ua9de\ua9df\uaa5c-\uaa5f\uaa77-\uaa79\uaade\uaadf\uaaf0\uaaf1\uab5b\uab6a\uab6b\uabeb' ||
    '\ufbb2-\ufdff\ufe45\ufe46\ufffc\ufffd' ||
    '\U00010100-\U00010102\U00011047-\U0001104d\U000110bb-\U000110c1\U00011140-\U00011143\U00011174\U00011175' ||
    '\U0001d000-\U0001d15d\U0001d183\U0001d184\U0001d300-\U0001d356\U0001f000-\U0001f0ff\U0001f10d-\U0001fbef]';
  -- Accents of Latin, Greek and Cyrillic, vowel marks of Arabic, and what cannot be seen: joiners, soft hyphens, the
  -- direction of writing, the look of a picture.
  c_dropped constant text := '[\u00ad\u0300-\u036f\u0483-\u0489\u0600-\u0605\u0610-\u061a\u061c\u064b-\u065f\u0670' ||
    '\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u20d0-\u20f0\ufe00-\ufe0f' ||
    '\ufe20-\ufe2f\ufeff\ufff9-\ufffb\U000e0000-\U000e0fff]';
  v_text text := lower(coalesce(p_text, ''));
  v_nasals text;
begin
  if octet_length(v_text) = length(v_text) then
    return v_text;
  end if;
  v_text := regexp_replace(lower(normalize(v_text, nfkd)), c_dropped, '', 'g');
  v_text := regexp_replace(v_text, c_signs, '-', 'g');
  -- Letters that Unicode does not take apart, letters of Urdu as Arabic keyboards write them, the nasal signs of Gurmukhi,
  -- and the digits of Arabic, Urdu, Santali and Manipuri.
  v_text := translate(replace(replace(replace(v_text, 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'),
    'øłđðıςيىكةہۂھەੰ٠١٢٣٤٥٦٧٨٩۰۱۲۳۴۵۶۷۸۹᱐᱑᱒᱓᱔᱕᱖᱗᱘᱙꯰꯱꯲꯳꯴꯵꯶꯷꯸꯹',
    'olddiσییکههههھਂ0123456789012345678901234567890123456789');
  if v_text ~ '[\u0900-\u0d7f]' then
    -- Consonants without a vowel that are one character now and were two, with a joiner, before.
    v_text := replace(replace(replace(replace(replace(replace(replace(v_text, 'ൺ', 'ണ്'), 'ൻ', 'ന്'), 'ർ', 'ര്'),
      'ൽ', 'ല്'), 'ൾ', 'ള്'), 'ൿ', 'ക്'), 'ৎ', 'ত্');
    -- The blocks from Devanagari to Malayalam have the same signs at the same places.
    for v_block in 2304..3328 by 128 loop
      continue when v_text !~ ('[' || chr(v_block) || '-' || chr(v_block + 127) || ']');
      v_text := translate(v_text,
        (select string_agg(chr(digit), '' order by digit) from generate_series(v_block + 102, v_block + 111) digit)
          || chr(v_block + 1) || chr(v_block + 60), -- the candrabindu becomes an anusvara, the nukta is dropped
        '0123456789' || chr(v_block + 2));
      -- So does a nasal consonant before another one, as in हिन्दी, that is also written हिंदी. Tamil has no anusvara.
      continue when v_block = 2944;
      v_nasals := chr(v_block + 25) || chr(v_block + 30) || chr(v_block + 35) || chr(v_block + 40) || chr(v_block + 46);
      v_text := regexp_replace(v_text, format('[%1$s]%2$s(?![%1$s])(?=[%3$s-%4$s%5$s-%6$s])', v_nasals, chr(v_block + 77),
        chr(v_block + 21), chr(v_block + 45), chr(v_block + 54), chr(v_block + 57)), chr(v_block + 2), 'g');
    end loop;
  end if;
  return v_text;
end $function$;

-- db/migrations/0152_waiting_emails.sql
CREATE OR REPLACE FUNCTION public.send_email_again(p_order uuid, p_version integer, p_subject text, p_key text, p_step bigint DEFAULT NULL::bigint)
 RETURNS TABLE(outcome text, event bigint, shopper uuid, wait integer)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  v_order orders;
  v_former text;
  v_next timestamptz;
begin
  if current_staff_role() is distinct from 'owner' then
    outcome := 'not_permitted';
    return next;
    return;
  end if;
  select * into v_order from orders where id = p_order for no key update;
  select kind into v_former from order_events
    where order_id = p_order and staff_id = current_staff() and idempotency_key = p_key;
  -- One a minute, five a day: nobody's mailbox is flooded.
  select greatest(max(at) + interval '1 minute', (array_agg(at order by id desc))[5] + interval '1 day') into v_next
    from order_events where order_id = p_order and kind = 'send_email_again';
  if v_order.id is null then
    outcome := 'order_not_found';
  elsif v_former is not null then
    outcome := case v_former when 'send_email_again' then 'done' else 'idempotency_key_reused' end;
  elsif v_order.version is distinct from p_version then
    outcome := 'order_changed';
  elsif p_subject is null then
    outcome := 'nothing_to_send';
  elsif v_next > now() then
    outcome := 'too_many_requests';
    wait := ceil(extract(epoch from v_next - now()));
  else
    select 'email_waits', ceil(extract(epoch from max(start_after) filter (where state = 'created' and start_after > now()) - now()))
      into outcome, wait
      from jobs.job
      where name in ('order-confirmation', 'order-mail', 'order-mail-again')
        and state < 'active' and not blocked -- as the index of waiting jobs has it
        and data ->> 'order_id' = p_order::text
        and (name = 'order-mail-again' or (data ->> 'event_id') is not distinct from p_step::text)
      having count(*) > 0;
    if outcome is null then
      insert into order_events (order_id, user_id, kind, actor, staff_id, data, shown_to_shopper, idempotency_key)
        values (p_order, v_order.user_id, 'send_email_again', 'staff', current_staff(),
          jsonb_build_object('subject', p_subject), false, p_key)
        returning id into event;
      insert into audit_log (staff_id, session_id, verb, subject_type, subject_id, after)
        values (current_staff(), current_staff_session(), 'send_email_again', 'order', p_order,
          jsonb_build_object('subject', p_subject));
      outcome := 'done';
      shopper := v_order.user_id;
    end if;
  end if;
  return next;
end $function$;

-- db/migrations/0031_payment_names.sql
CREATE OR REPLACE FUNCTION public.set_payment_environment(p_live boolean)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  insert into payment_environment (live) values (p_live) on conflict do nothing;
  return (select live = p_live from payment_environment);
end $function$;

-- db/migrations/0040_products_by_staff.sql
CREATE OR REPLACE FUNCTION public.set_product_updated_at()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  new.updated_at := now();
  new.version := old.version + 1;
  return new;
end $function$;

-- db/migrations/0099_newsletter_links_and_refusals.sql
CREATE OR REPLACE FUNCTION public.set_unsubscribe_token()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  new.unsubscribe_token := (
    select overlay(overlay(left(encode(sha256(key || convert_to(new.email, 'UTF8')), 'hex'), 32)
      placing '8' from 13) placing '8' from 17)::uuid
    from newsletter_token_key
  );
  return new;
end $function$;

-- db/migrations/0104_cancelled_parcels_and_refunds_of_returns.sql
CREATE OR REPLACE FUNCTION public.settle_returns()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  update returned_items set settled = true where order_id = new.order_id and not settled;
  return null;
end $function$;

-- db/migrations/0136_tracking_corrections.sql
CREATE OR REPLACE FUNCTION public.shown_events(p_order uuid)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO 'public', 'pg_temp'
AS $function$
    select coalesce(jsonb_agg(jsonb_build_object(
      'id', event.id::text, 'kind', kind, 'at', at, 'actor', actor, 'data', data, 'mailed', mailed_at is not null,
      'tracking_url', replace(couriers.tracking_url, '{number}', data ->> 'tracking_number')
    ) order by event.id), '[]')
    from order_events event
    left join couriers on kind in ('hand_over', 'correct_parcel') and couriers.id = (data ->> 'courier_id')::uuid
    where event.order_id = p_order and shown_to_shopper
  $function$;

-- db/migrations/0025_search.sql
CREATE OR REPLACE FUNCTION public.similar_words(typed text)
 RETURNS SETOF text
 LANGUAGE sql
 STABLE PARALLEL SAFE
 SET "pg_trgm.similarity_threshold" TO '0.25'
AS $function$
    select word from search_words where word % typed and products > 0 and cardinality(show_trgm(typed)) > 0
    order by similarity(word, typed) desc, word limit 20
  $function$;

-- db/migrations/0058_undo.sql
CREATE OR REPLACE FUNCTION public.staff_factor_is_fresh()
 RETURNS boolean
 LANGUAGE sql
 STABLE
AS $function$
    select coalesce(current_setting('shop.staff_factor_required', true), '') = 'false' or coalesce(
      nullif(current_setting('shop.staff_factor_at', true), '')::timestamptz >= now() - interval '10 minutes', false
    )
  $function$;

-- db/migrations/0170_words_of_a_search.sql
CREATE OR REPLACE FUNCTION public.staff_query(p_typed text)
 RETURNS tsquery
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
    select coalesce(public.prefix_query(public.words_in(public.staff_text(p_typed, true), true)), '''-'''::tsquery)
  $function$;

-- db/migrations/0170_words_of_a_search.sql
CREATE OR REPLACE FUNCTION public.staff_text(p_text text, p_typed boolean)
 RETURNS text
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE
AS $function$
declare
  c_sign constant text := '[0-9a-hjkmnp-tv-z]'; -- Crockford's alphabet, as generate_order_number() writes it
  v_text text := public.search_text(p_text);
begin
  if p_typed and v_text ~ '^[-+0-9\s().]*$' and v_text ~ '([0-9][^0-9]*){4}' then
    return right(regexp_replace(v_text, '[^0-9]', '', 'g'), 10); -- a telephone without its country code, or a PIN
  end if;
  if p_typed and v_text ~ ('^\W*(ap[-\s]+(?=[^0-9]*[0-9])[0-9a-z]{1,3}([-\s]+[0-9a-z]{1,3})?|' || c_sign || '{3}-'
    || c_sign || '{3})\W*$') then
    return regexp_replace(v_text, '[^0-9a-z]', '', 'g'); -- an incomplete order number
  end if;
  v_text := regexp_replace(v_text, '\map[-\s]*(' || c_sign || '{3})[-\s]*(' || c_sign || '{3})\M', 'ap\1\2', 'g');
  v_text := regexp_replace(v_text, '\m(?:(?:00)?91[-\s]?|0)?([6-9][0-9]{4})[-\s.]?([0-9]{5})\M', '\1\2', 'g');
  if not p_typed then
    return v_text;
  end if;
  return (
    select string_agg(case when run ~ '[0-9@]' then regexp_replace(run, '[!-/:-@[-`{-~]', '', 'g') else run end, ' ' order by place)
    from regexp_split_to_table(v_text, '[\s,;:()<>"]+') with ordinality runs (run, place)
  );
end $function$;

-- db/migrations/0058_undo.sql
CREATE OR REPLACE FUNCTION public.state_after(p_order public.orders, p_verb public.order_verbs)
 RETURNS text
 LANGUAGE plpgsql
 STABLE
 SET search_path TO 'public', 'pg_temp'
AS $function$
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
end $function$;

-- db/migrations/0036_stock_movements.sql
CREATE OR REPLACE FUNCTION public.stock_history(p_product text, p_most integer)
 RETURNS TABLE(id text, at timestamp with time zone, delta integer, reason text, note text, staff_id uuid, order_id uuid)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  if coalesce(current_staff_role() not in ('owner', 'packer'), true) then
    return;
  end if;
  return query
    select ledger.id, ledger.at, ledger.delta, ledger.reason, ledger.note, ledger.staff_id, ledger.order_id
    from (
      (select 'm' || m.id as id, m.at, m.delta, m.reason, m.note, m.staff_id,
          (select item.order_id from order_items item where item.id = m.order_item_id) as order_id
        from stock_movements m where m.product_id = p_product order by m.id desc limit p_most)
      union all
      (select 's' || item.id, orders.created_at, -item.quantity, 'sold', null, null, item.order_id
        from order_items item join orders on orders.id = item.order_id and orders.user_id = item.user_id
        where item.product_id = p_product order by orders.created_at desc limit p_most)
      union all
      (select 'h' || intent.id, intent.created_at, -item.quantity, 'held', null, null, null
        from payment_intents intent join payment_intent_items item on item.intent_id = intent.id
        where intent.holds_stock and item.product_id = p_product order by intent.created_at desc limit p_most)
    ) ledger
    order by ledger.at desc, ledger.id desc limit p_most;
end $function$;

-- db/migrations/0036_stock_movements.sql
CREATE OR REPLACE FUNCTION public.stock_levels()
 RETURNS TABLE(product_id text, held integer, reserved integer, sold integer)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  if coalesce(current_staff_role() not in ('owner', 'packer'), true) then
    return;
  end if;
  return query
    with holds as (
      select item.product_id as id, sum(item.quantity)::integer as pieces
      from payment_intents intent join payment_intent_items item on item.intent_id = intent.id
      where intent.holds_stock group by 1
    ), shelved as (
      select item.product_id as id, sum(item.quantity)::integer as pieces
      from orders join order_items item on item.order_id = orders.id and item.user_id = orders.user_id
      where orders.fulfilment in ('pending', 'confirmed', 'packed') group by 1
    ), sales as (
      select item.product_id as id, sum(item.quantity)::integer as pieces
      from orders join order_items item on item.order_id = orders.id and item.user_id = orders.user_id
      where orders.created_at > now() - interval '30 days' and orders.status <> 'cancelled' group by 1
    )
    select products.id, coalesce(holds.pieces, 0), coalesce(shelved.pieces, 0), coalesce(sales.pieces, 0)
    from products
    left join holds using (id) left join shelved using (id) left join sales using (id);
end $function$;

-- db/migrations/0041_pictures.sql
CREATE OR REPLACE FUNCTION public.store_picture(p_hash text, p_widths integer[], p_formats text[], p_files bytea[])
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  update pictures set state = case when cardinality(p_files) > 0 then 'ready' else 'unreadable' end, original = null
    where hash = p_hash and state = 'waiting';
  if found then
    insert into picture_files (hash, width, format, bytes)
      select p_hash, width, format, file from unnest(p_widths, p_formats, p_files) made (width, format, file);
  end if;
end $function$;

-- db/migrations/0151_pin_areas_of_india.sql
CREATE OR REPLACE FUNCTION public.sum_areas_of_day(p_day date)
 RETURNS TABLE(area text, handed_over integer, delivered integer, returned integer)
 LANGUAGE sql
 STABLE
 SET search_path TO 'public', 'pg_temp'
AS $function$
    select case when lower(trim(coalesce(o.shipping_address ->> 'country', 'India'))) = 'india'
        then coalesce(substring(o.shipping_address ->> 'postal_code' from '^\s*([1-9]\d\d)\s*\d{3}\s*$'), 'Unknown')
        else 'Unknown' end,
      count(*)::integer, (count(*) filter (where o.fulfilment = 'delivered'))::integer,
      (count(*) filter (where o.fulfilment = 'returned'))::integer
    from orders o
    where o.created_at >= india_midnight(p_day) and o.created_at < india_midnight(p_day + 1)
      and o.fulfilment in ('shipped', 'returning', 'delivered', 'returned', 'lost')
    group by 1
  $function$;

-- db/migrations/0149_pin_areas_and_hand_overs.sql
CREATE OR REPLACE FUNCTION public.sum_days(p_most integer)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
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
    insert into report_areas select v_day, summed.* from sum_areas_of_day(v_day) summed;
    insert into report_hand_overs select v_day, summed.* from sum_hand_overs_of_day(v_day) summed;
    v_days := v_days + 1;
  end loop;
  delete from report_changes where day >= india_day(now()); -- today is never summed
  return v_days;
end $function$;

-- db/migrations/0149_pin_areas_and_hand_overs.sql
CREATE OR REPLACE FUNCTION public.sum_hand_overs_of_day(p_day date)
 RETURNS TABLE(hours integer, orders integer)
 LANGUAGE sql
 STABLE
 SET search_path TO 'public', 'pg_temp'
AS $function$
    select round(extract(epoch from o.shipped_at - o.created_at) / 3600)::integer, count(*)::integer
    from orders o
    where o.created_at >= india_midnight(p_day) and o.created_at < india_midnight(p_day + 1)
      and o.fulfilment in ('shipped', 'returning', 'delivered', 'returned', 'lost') and o.shipped_at is not null
    group by 1
  $function$;

-- db/migrations/0133_parcels_by_courier.sql
CREATE OR REPLACE FUNCTION public.sum_parcels_of_day(p_day date)
 RETURNS TABLE(courier uuid, delivered integer, returned integer, lost integer)
 LANGUAGE sql
 STABLE
 SET search_path TO 'public', 'pg_temp'
AS $function$
    select parcel.courier, (count(*) filter (where o.fulfilment = 'delivered'))::integer,
      (count(*) filter (where o.fulfilment = 'returned'))::integer,
      (count(*) filter (where o.fulfilment = 'lost'))::integer
    from orders o
    join shipments parcel on parcel.order_id = o.id and parcel.state <> 'taken_back'
    where o.created_at >= india_midnight(p_day) and o.created_at < india_midnight(p_day + 1)
      and o.fulfilment in ('delivered', 'returned', 'lost')
    group by parcel.courier
  $function$;

-- db/migrations/0085_failed_emails_and_test_money.sql
CREATE OR REPLACE FUNCTION public.sum_products_of_day(p_day date)
 RETURNS TABLE(product_id text, product_name text, orders integer, pieces integer, amount numeric, test_money boolean)
 LANGUAGE sql
 STABLE
 SET search_path TO 'public', 'pg_temp'
AS $function$
    select item.product_id, item.product_name, count(*)::integer, sum(item.quantity)::integer, sum(item.subtotal),
      coalesce(o.payment_mode, 'live') <> 'live'
    from orders o
    join order_items item on item.order_id = o.id and item.user_id = o.user_id
    where o.created_at >= india_midnight(p_day) and o.created_at < india_midnight(p_day + 1) and o.status <> 'cancelled'
    group by item.product_id, item.product_name, coalesce(o.payment_mode, 'live') <> 'live'
  $function$;

-- db/migrations/0085_failed_emails_and_test_money.sql
CREATE OR REPLACE FUNCTION public.sum_sales(p_from timestamp with time zone, p_to timestamp with time zone)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO 'public', 'pg_temp'
AS $function$
    select jsonb_build_object('orders', count(*), 'amount', coalesce(sum(total_amount), 0),
      'cod', count(*) filter (where payment_method = 'cod'))
    from orders where created_at >= p_from and created_at < p_to and status <> 'cancelled'
      and (payment_mode is null or payment_mode = 'live' or counts_test_money())
  $function$;

-- db/migrations/0149_pin_areas_and_hand_overs.sql
CREATE OR REPLACE FUNCTION public.sum_sales_of_day(p_day date)
 RETURNS TABLE(payment_method text, orders integer, amount numeric, cancelled integer, delivered integer, returned integer, test_money boolean, confirmed integer, unconfirmed integer)
 LANGUAGE sql
 STABLE
 SET search_path TO 'public', 'pg_temp'
AS $function$
    select o.payment_method, (count(*) filter (where o.status <> 'cancelled'))::integer,
      coalesce(sum(o.total_amount) filter (where o.status <> 'cancelled'), 0),
      (count(*) filter (where o.fulfilment = 'cancelled'))::integer,
      (count(*) filter (where o.fulfilment = 'delivered'))::integer,
      (count(*) filter (where o.fulfilment = 'returned'))::integer,
      coalesce(o.payment_mode, 'live') <> 'live',
      (count(*) filter (where o.confirmed_at is not null or o.fulfilment not in ('pending', 'cancelled')))::integer,
      (count(*) filter (where o.confirmed_at is null and o.fulfilment = 'cancelled'))::integer
    from orders o
    where o.created_at >= india_midnight(p_day) and o.created_at < india_midnight(p_day + 1)
    group by o.payment_method, coalesce(o.payment_mode, 'live') <> 'live'
  $function$;

-- db/migrations/0058_undo.sql
CREATE OR REPLACE FUNCTION public.take_cancelled_again(p_order uuid)
 RETURNS boolean
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
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
end $function$;

-- db/migrations/0104_cancelled_parcels_and_refunds_of_returns.sql
CREATE OR REPLACE FUNCTION public.take_out_parcel(p_order uuid, p_out boolean)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  v_order orders;
  v_taken order_events;
begin
  if coalesce(current_staff_role() not in ('owner', 'packer'), true) then
    return 'not_permitted';
  end if;
  select * into v_order from orders where id = p_order for no key update;
  -- The last taking out, of which nothing is left once the order was packed again.
  select * into v_taken from order_events
    where order_id = p_order and kind in ('take_out', 'undo_take_out', 'cancel') order by id desc limit 1;
  if v_order.id is null then
    return 'order_not_found';
  elsif v_order.fulfilment <> 'cancelled' or (v_order.packed_at is null and v_taken.kind is distinct from 'take_out') then
    return case current_staff_role() when 'packer' then 'order_not_found' else 'not_allowed_now' end;
  elsif p_out = (v_order.packed_at is null) then
    return 'done';
  end if;
  update orders set packed_at = case when not p_out then (v_taken.data ->> 'packed_at')::timestamptz end, version = version + 1
    where id = p_order;
  insert into order_events (order_id, user_id, kind, actor, staff_id, data, shown_to_shopper)
    values (p_order, v_order.user_id, case when p_out then 'take_out' else 'undo_take_out' end, 'staff', current_staff(),
      case when p_out then jsonb_build_object('packed_at', v_order.packed_at) else '{}' end, false);
  insert into audit_log (staff_id, session_id, verb, subject_type, subject_id)
    values (current_staff(), current_staff_session(), case when p_out then 'take_out' else 'undo_take_out' end, 'order',
      p_order);
  return 'done';
end $function$;

-- db/migrations/0015_one_limiter.sql
CREATE OR REPLACE FUNCTION public.uncount_requests(p_less text[], p_none text[])
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  for i in 1 .. cardinality(p_none) loop
    delete from public.rate_limits where key = p_none[i];
  end loop;
  for i in 1 .. cardinality(p_less) loop
    update public.rate_limits set points = points - 1 where key = p_less[i] and points > 0;
  end loop;
end $function$;

-- db/migrations/0046_cash.sql
CREATE OR REPLACE FUNCTION public.undo_remittance(p_id uuid)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  v_posted cod_remittances;
  v_mirror uuid;
begin
  if coalesce(current_staff_role() not in ('owner', 'accountant'), true) then
    return 'not_permitted';
  end if;
  select * into v_posted from cod_remittances where id = p_id and mirrors is null for update;
  if not found then
    return 'not_found';
  end if;
  if v_posted.undone_at is not null then
    return 'done'; -- sent twice
  end if;
  perform from cod_collections where order_id in (
    select order_id from cod_remittance_lines where remittance_id = p_id
  ) order by order_id for update;
  if exists (
    select from cod_remittance_lines posted join cod_collections cash on cash.order_id = posted.order_id
    where posted.remittance_id = p_id and (cash.state <> posted.state or cash.remittance_id is distinct from p_id)
  ) then
    return 'changed_meanwhile';
  end if;
  update cod_collections cash set state = posted.before ->> 'state',
      remitted_amount = (posted.before ->> 'remitted_amount')::numeric,
      remittance_id = (posted.before ->> 'remittance_id')::uuid
    from cod_remittance_lines posted where posted.remittance_id = p_id and posted.order_id = cash.order_id;
  update cod_remittances set undone_at = now() where id = p_id;
  insert into cod_remittances (courier, reference, amount, orders, mirrors, staff_id)
    values (v_posted.courier, v_posted.reference, -v_posted.amount, v_posted.orders, p_id, current_staff())
    returning id into v_mirror;
  insert into cod_remittance_lines (remittance_id, order_id, tracking_number, amount, state, before)
    select v_mirror, order_id, tracking_number, -amount, before ->> 'state', jsonb_build_object('state', state)
    from cod_remittance_lines where remittance_id = p_id;
  insert into audit_log (staff_id, session_id, verb, subject_type, subject_id, after)
    values (current_staff(), current_staff_session(), 'undo_remittance', 'remittance', p_id,
      jsonb_build_object('reference', v_posted.reference, 'amount', -v_posted.amount));
  return 'done';
end $function$;

-- db/migrations/0154_internal_function_names.sql
CREATE OR REPLACE FUNCTION public.undo_restock_of_returned_items(p_event bigint)
 RETURNS boolean
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  perform from products where id in (
    select item.product_id from returned_items back join order_items item on item.id = back.order_item_id
    where back.event_id = p_event and back.good > 0
  ) order by id for no key update;
  if exists (
    select from returned_items back join order_items item on item.id = back.order_item_id
    join products on products.id = item.product_id
    where back.event_id = p_event
    group by products.id having sum(back.good) > max(products.stock)
  ) then
    return false;
  end if;
  insert into stock_movements (product_id, delta, reason, order_item_id, staff_id)
    select item.product_id, -back.good, 'returned', item.id, current_staff()
    from returned_items back join order_items item on item.id = back.order_item_id
    where back.event_id = p_event and back.good > 0
    order by item.product_id;
  return true;
end $function$;

-- db/migrations/0132_undo_beside_goodwill.sql
CREATE OR REPLACE FUNCTION public.undoable_decline(p_order uuid)
 RETURNS bigint
 LANGUAGE sql
 STABLE
 SET search_path TO 'public', 'pg_temp'
AS $function$
    select newest.id from (
      select max(declined_by) as id, max(event_id) as return from returned_items where order_id = p_order
    ) newest
    where newest.return < newest.id and not exists (
      select from order_events later
      where later.order_id = p_order and later.id > newest.id and later.kind in ('refund', 'manual_refund')
        and later.data ->> 'reason' = 'returned'
    )
  $function$;

-- db/migrations/0132_undo_beside_goodwill.sql
CREATE OR REPLACE FUNCTION public.undoable_return(p_order uuid)
 RETURNS bigint
 LANGUAGE sql
 STABLE
 SET search_path TO 'public', 'pg_temp'
AS $function$
    select newest.id from (
      select max(event_id) as id, max(declined_by) as declined from returned_items where order_id = p_order
    ) newest
    where newest.id is not null and newest.id > coalesce(newest.declined, 0) and not exists (
      select from order_events later
      where later.order_id = p_order and later.id > newest.id and later.kind in ('refund', 'manual_refund')
        and later.data ->> 'reason' = 'returned'
    )
  $function$;

-- db/migrations/0030_payment_jobs.sql
CREATE OR REPLACE FUNCTION public.unfinished_intents()
 RETURNS TABLE(id uuid, user_id uuid)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
    select id, user_id from payment_intents
      where state in ('open', 'expired') and created_at > now() - interval '5 days'
    union
    select id, user_id from payment_intents
      where state in ('open', 'expired') and (holds_stock or signature_received)
  $function$;

-- db/migrations/0030_payment_jobs.sql
CREATE OR REPLACE FUNCTION public.unfinished_refunds()
 RETURNS TABLE(id uuid, user_id uuid)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$ select id, user_id from refunds where status in ('queued', 'pending') $function$;

-- db/migrations/0154_internal_function_names.sql
CREATE OR REPLACE FUNCTION public.unsummed_days(p_from date, p_to date)
 RETURNS SETOF date
 LANGUAGE sql
 STABLE
 SET search_path TO 'public', 'pg_temp'
AS $function$
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
  $function$;

-- db/migrations/0050_sales_and_revisions.sql
CREATE OR REPLACE FUNCTION public.update_catalogue_revision()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  if not exists (select from catalogue_revision where xmin = pg_current_xact_id()::xid) then
    perform increment_catalogue_revision();
  end if;
  return null;
end $function$;

-- db/migrations/0058_undo.sql
CREATE OR REPLACE FUNCTION public.wholly_refunded(p_payment text)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$ select coalesce(refundable_paise(p_payment) <= 0, false) $function$;

-- db/migrations/0078_invitations_end_with_access.sql
CREATE OR REPLACE FUNCTION public.withdraw_invitations()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  delete from staff_invitations where used_at is null and email in (
    select new.email union select email from auth.users where id = new.user_id
  );
  return null;
end $function$;

-- db/migrations/0170_words_of_a_search.sql
CREATE OR REPLACE FUNCTION public.words_in(p_text text, p_typed boolean)
 RETURNS text[]
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE
AS $function$
declare
  v_text text := public.search_text(p_text);
  v_words text := regexp_replace(v_text, '[\x01-/:-@[-`{-\x7f]+', ' ', 'g');
  v_weights text := v_words;
begin
  if v_words ~ '[0-9]' then
    v_weights := regexp_replace(regexp_replace(v_words, '([0-9]) ?ग्राम(?= |$)', '\1g', 'g'),
      '([0-9]) ?([kmc]?)(?:ilo|illi|enti)?([glm])(?:ms?|rams?|it(?:er|re)s?|et(?:er|re)s?|s)?(?= |$)', '\1\2\3', 'g');
  elsif v_words = v_text and length(v_text) <= 100 and not p_typed then
    return array_remove(string_to_array(v_text, ' '), ''); -- a name or a city
  end if;
  if p_typed then
    return array(
      select left(word, 100) from string_to_table(v_weights, ' ') with ordinality typed (word, place)
      where word <> '' group by 1 order by min(place) limit 8 -- more narrow nothing down
    );
  end if;
  return array(
    select distinct left(word, 100) -- a lexeme has at most 2 kB
    from string_to_table(concat_ws(' ', v_words, v_weights,
      regexp_replace(v_words, '(?<= |^)([0-9]+)([^0-9 ]+)(?= |$)', '\1 \2', 'g'),
      regexp_replace(regexp_replace(v_text, '[\x01-\x20]+', ' ', 'g'), '[!-/:-@[-`{-\x7f]+', '', 'g')
    ), ' ') word
    where word <> ''
  );
end $function$;

-- db/migrations/0170_words_of_a_search.sql
CREATE OR REPLACE FUNCTION public.words_of_product(product public.products)
 RETURNS TABLE(word text, in_name boolean)
 LANGUAGE sql
 STABLE
AS $function$
    select lexeme, lexeme = any (tsvector_to_array(product.search_name)) from unnest(tsvector_to_array(product.search)) lexeme
    where lexeme not like '=%'
  $function$;

-- db/migrations/0062_cash_settled_by_hand.sql
CREATE OR REPLACE FUNCTION public.write_note(p_order uuid, p_text text, p_key text)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  v_former text;
begin
  insert into order_events (order_id, user_id, kind, actor, staff_id, data, shown_to_shopper, idempotency_key)
    select id, user_id, 'note', 'staff', current_staff(), jsonb_build_object('text', p_text), false, p_key
    from orders
    where id = p_order and (
      current_staff_role() = 'owner'
      or (current_staff_role() = 'packer' and fulfilment in ('confirmed', 'packed', 'shipped'))
    )
    on conflict (order_id, staff_id, idempotency_key) where idempotency_key is not null do nothing;
  if found then
    insert into audit_log (staff_id, session_id, verb, subject_type, subject_id)
      values (current_staff(), current_staff_session(), 'note', 'order', p_order);
    return 'done';
  end if;
  select data ->> 'text' into v_former from order_events
    where order_id = p_order and staff_id = current_staff() and idempotency_key = p_key;
  return case when v_former is null then 'order_not_found' when v_former = p_text then 'done'
    else 'idempotency_key_reused' end;
end $function$;

-- db/migrations/0170_words_of_a_search.sql
CREATE OR REPLACE FUNCTION public.write_search_documents()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  new.search_name := public.search_document(new.name);
  new.search := public.search_document(concat_ws(E'\n', new.name, new.category, new.description, new.weight, new.ingredients,
    array_to_string(new.certifications, ' '), new.long_description, new.country_of_origin, (
      select string_agg(value #>> '{}', ' ')
      from jsonb_path_query(jsonb_build_array(new.benefits, new.brewing, new.contents), 'strict $.**') value
      where jsonb_typeof(value) = 'string'
    )));
  return new;
end $function$;

-- db/migrations/0067_owed_refunds_repeated_parcels_idle_staff.sql
CREATE OR REPLACE FUNCTION auth.admit_staff(p_session uuid, p_user uuid, p_second_factor boolean, p_factor_at timestamp with time zone, p_roles text[], p_require_factor boolean, p_fresh_seconds integer, p_in_use boolean DEFAULT true)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_role text;
  v_used_at timestamptz;
begin
  select staff.role, sessions.used_at into v_role, v_used_at
    from public.staff
    left join public.staff_sessions sessions on sessions.session_id = p_session and sessions.user_id = staff.user_id
    where staff.user_id = p_user and staff.disabled_at is null;
  if v_role is null then
    raise exception 'Not staff' using errcode = 'SH404';
  end if;
  if p_require_factor and not coalesce(p_second_factor, false) then
    raise exception 'A second factor is needed' using errcode = 'SH412';
  end if;
  if p_roles is not null and v_role <> all (p_roles) then
    raise exception 'Not for this role' using errcode = 'SH403';
  end if;
  if p_require_factor and coalesce(greatest(v_used_at, p_factor_at), '-infinity') < now() - interval '8 hours' then
    raise exception 'The session was not used for too long' using errcode = 'SH413';
  end if;
  if p_require_factor and p_fresh_seconds is not null
    and coalesce(p_factor_at, '-infinity') < now() - make_interval(secs => p_fresh_seconds) then
    raise exception 'The second factor was shown too long ago' using errcode = 'SH413';
  end if;
  -- A page asks for several things at once: one of them writes, and none waits for it.
  if p_in_use and p_require_factor and p_session is not null
    and coalesce(v_used_at, '-infinity') < now() - interval '5 minutes'
    and pg_try_advisory_xact_lock(hashtextextended('staff_sessions ' || p_session, 0)) then
    insert into public.staff_sessions (session_id, user_id) values (p_session, p_user)
      on conflict (session_id) do update set user_id = excluded.user_id, used_at = excluded.used_at;
  end if;
  perform set_config('shop.staff_id', p_user::text, true), set_config('shop.staff_role', v_role, true),
    set_config('shop.staff_session', coalesce(p_session::text, ''), true),
    set_config('shop.staff_factor_at', coalesce(p_factor_at::text, ''), true),
    set_config('shop.staff_factor_required', p_require_factor::text, true);
end $function$;

-- packages/auth-server/migrations/0096_deleted_accounts.sql
CREATE OR REPLACE FUNCTION auth.delete_account(p_user uuid)
 RETURNS boolean
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  delete from auth.users where id = p_user;
  if not found then
    return false;
  end if;
  update auth.audit_log set address = null, details = '{}' where user_id = p_user;
  insert into auth.audit_log (at, event, user_id, details)
    values (now(), 'account_deleted', p_user, jsonb_build_object('by', 'shop'));
  return true;
end $function$;

-- packages/auth-server/migrations/0066_one_end_of_resetting.sql
CREATE OR REPLACE FUNCTION auth.end_other_session(p_session uuid, p_by uuid)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_user uuid := public.current_shopper();
  v_newer boolean;
  v_resetting boolean;
begin
  select auth.last_proof(s.amr) > auth.last_proof(own.amr), s.id <> own.id and auth.is_resetting(s, now())
    into v_newer, v_resetting
    from auth.sessions s, auth.sessions own
    where s.id = p_session and s.user_id = v_user and own.id = p_by and own.user_id = v_user
    for update of s;
  if not found then
    return 'none';
  elsif v_newer then
    return 'newer';
  elsif v_resetting then
    update auth.sessions s set ends_by = auth.reset_ends_at(s),
        expires_at = least(s.expires_at, auth.reset_ends_at(s))
      where s.id = p_session;
    return 'resetting';
  end if;
  delete from auth.sessions where id = p_session;
  insert into auth.audit_log (at, event, user_id, session_id, details)
    values (now(), 'session_ended', v_user, p_session, jsonb_build_object('by_session', p_by));
  return 'ended';
end $function$;

-- packages/auth-server/migrations/0066_one_end_of_resetting.sql
CREATE OR REPLACE FUNCTION auth.end_sessions(p_user uuid, p_but uuid, p_proof double precision, p_now timestamp with time zone)
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $function$
    update auth.sessions s set ends_by = auth.reset_ends_at(s), expires_at = least(s.expires_at, auth.reset_ends_at(s))
      where s.user_id = p_user and s.id <> p_but and auth.last_proof(s.amr) <= p_proof and auth.is_resetting(s, p_now);
    delete from auth.sessions s
      where s.user_id = p_user and s.id <> p_but and auth.last_proof(s.amr) <= p_proof
        and not auth.is_resetting(s, p_now);
  $function$;

-- packages/auth-server/migrations/0017_account_protection.sql
CREATE OR REPLACE FUNCTION auth.enter(p_session uuid, p_user uuid, p_token integer DEFAULT 0)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform from auth.sessions s
    join auth.users u on u.id = s.user_id
    where s.id = p_session and s.user_id = p_user and s.expires_at > now() and s.access_floor <= p_token
      and (u.banned_until is null or u.banned_until <= now())
      and (s.aal = 'aal2' or not exists (
        select from auth.factors f where f.user_id = p_user and f.status = 'verified'
      ));
  if not found then
    raise exception 'The session has ended' using errcode = 'SH401';
  end if;
  perform set_config('shop.user_id', p_user::text, true);
end $function$;

-- db/migrations/0067_owed_refunds_repeated_parcels_idle_staff.sql
CREATE OR REPLACE FUNCTION auth.enter_staff(p_session uuid, p_user uuid, p_token integer, p_roles text[], p_require_factor boolean, p_fresh_seconds integer, p_in_use boolean DEFAULT true)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_aal text;
  v_factor_at timestamptz;
begin
  select s.aal, (
      select max(to_timestamp((proof ->> 'timestamp')::float8)) from jsonb_array_elements(s.amr) proof
      where proof ->> 'method' in ('totp', 'mfa/webauthn', 'mfa/recovery_code')
    )
    into v_aal, v_factor_at
    from auth.sessions s
    join auth.users u on u.id = s.user_id
    where s.id = p_session and s.user_id = p_user and s.expires_at > now() and s.access_floor <= p_token
      and (u.banned_until is null or u.banned_until <= now())
      and (s.aal = 'aal2' or not exists (
        select from auth.factors f where f.user_id = p_user and f.status = 'verified'
      ));
  if not found then
    raise exception 'The session has ended' using errcode = 'SH401';
  end if;
  perform auth.admit_staff(p_session, p_user, v_aal = 'aal2', v_factor_at, p_roles, p_require_factor, p_fresh_seconds,
    p_in_use);
end $function$;

-- packages/auth-server/migrations/0066_one_end_of_resetting.sql
CREATE OR REPLACE FUNCTION auth.is_resetting(p_session auth.sessions, p_now timestamp with time zone)
 RETURNS boolean
 LANGUAGE sql
 STABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
    select auth.reset_ends_at(p_session) > p_now and p_session.amr @> '[{"method": "recovery"}]'
  $function$;

-- packages/auth-server/migrations/0063_sessions_end_by_proof.sql
CREATE OR REPLACE FUNCTION auth.last_proof(p_amr jsonb)
 RETURNS double precision
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
    select coalesce(max((proof ->> 'timestamp')::float8), 0) from jsonb_array_elements(p_amr) proof
  $function$;

-- packages/auth-server/migrations/0018_sessions_of_a_shopper.sql
CREATE OR REPLACE FUNCTION auth.open_sessions()
 RETURNS TABLE(id uuid, device text, address inet, signed_in_at timestamp with time zone, last_seen_at timestamp with time zone)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
    select s.id, s.device, s.address, s.created_at, s.refreshed_at
    from auth.sessions s
    where s.user_id = public.current_shopper() and s.expires_at > now()
    order by s.refreshed_at desc, s.id
    limit 50
  $function$;

-- packages/auth-server/migrations/0066_one_end_of_resetting.sql
CREATE OR REPLACE FUNCTION auth.reset_ends_at(p_session auth.sessions)
 RETURNS timestamp with time zone
 LANGUAGE sql
 STABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$ select p_session.created_at + interval '10 minutes' $function$;

-- packages/auth-server/migrations/0004_auth_mail_and_factors.sql
CREATE OR REPLACE FUNCTION auth.with_factors(p_user jsonb)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
    select p_user || jsonb_build_object('factors', coalesce((
      select jsonb_agg(jsonb_build_object(
        'id', f.id, 'friendly_name', f.friendly_name, 'factor_type', f.factor_type, 'status', f.status,
        'created_at', f.created_at, 'updated_at', f.updated_at
      ) order by f.created_at, f.id)
      from auth.factors f where f.user_id = (p_user ->> 'id')::uuid
    ), '[]'::jsonb))
  $function$;

-- Triggers, by table.
CREATE TRIGGER clear_other_default_addresses BEFORE INSERT OR UPDATE OF is_default ON public.addresses FOR EACH ROW WHEN (new.is_default) EXECUTE FUNCTION public.clear_other_default_addresses();
CREATE TRIGGER lock_own_addresses BEFORE UPDATE OF is_default ON public.addresses FOR EACH STATEMENT EXECUTE FUNCTION public.lock_own_addresses();
CREATE TRIGGER record_dispute_event AFTER INSERT OR UPDATE ON public.disputes FOR EACH ROW EXECUTE FUNCTION public.record_dispute_event();
CREATE TRIGGER newsletter_subscriptions_token BEFORE INSERT ON public.newsletter_subscriptions FOR EACH ROW EXECUTE FUNCTION public.set_unsubscribe_token();
CREATE TRIGGER notify_admin AFTER INSERT ON public.order_events FOR EACH ROW EXECUTE FUNCTION public.notify_admin_of_event();
CREATE TRIGGER settle_returns AFTER INSERT ON public.order_events FOR EACH ROW WHEN ((new.kind = ANY (ARRAY['refund'::text, 'manual_refund'::text])) AND (new.data ->> 'reason'::text) = 'returned'::text) EXECUTE FUNCTION public.settle_returns();
CREATE TRIGGER note_report_change AFTER UPDATE OF fulfilment ON public.orders FOR EACH ROW WHEN (
        CASE old.fulfilment
            WHEN 'packed'::text THEN 'confirmed'::text
            WHEN 'returning'::text THEN 'shipped'::text
            ELSE old.fulfilment
        END <>
        CASE new.fulfilment
            WHEN 'packed'::text THEN 'confirmed'::text
            WHEN 'returning'::text THEN 'shipped'::text
            ELSE new.fulfilment
        END) EXECUTE FUNCTION public.note_report_change();
CREATE TRIGGER order_moves_by_transition BEFORE UPDATE OF fulfilment ON public.orders FOR EACH ROW WHEN (old.fulfilment <> new.fulfilment AND (current_setting('role'::text) = ANY (ARRAY['shop_app'::text, 'shop_staff'::text]))) EXECUTE FUNCTION public.order_moves_by_transition();
CREATE TRIGGER check_payment_environment BEFORE INSERT ON public.payment_intents FOR EACH ROW EXECUTE FUNCTION public.check_payment_environment();
CREATE TRIGGER payments_move_forward BEFORE UPDATE OF status ON public.payments FOR EACH ROW EXECUTE FUNCTION public.payments_move_forward();
CREATE TRIGGER check_product BEFORE INSERT OR UPDATE OF id, name, category, price, mrp, active, images, image_texts, contents, country_of_origin, rating, review_count ON public.products FOR EACH ROW EXECUTE FUNCTION public.check_product();
CREATE TRIGGER product_words_added AFTER INSERT ON public.products REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION public.count_search_words();
CREATE TRIGGER product_words_changed AFTER UPDATE OF name, category, description, weight, ingredients, certifications, long_description, benefits, brewing, country_of_origin, contents ON public.products FOR EACH ROW EXECUTE FUNCTION public.recount_search_words();
CREATE TRIGGER product_words_removed AFTER DELETE ON public.products REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION public.count_search_words();
CREATE TRIGGER products_deleted AFTER DELETE ON public.products FOR EACH STATEMENT EXECUTE FUNCTION public.update_catalogue_revision();
CREATE TRIGGER products_inserted AFTER INSERT ON public.products FOR EACH STATEMENT EXECUTE FUNCTION public.update_catalogue_revision();
CREATE TRIGGER record_opening_stock AFTER INSERT ON public.products FOR EACH ROW EXECUTE FUNCTION public.record_opening_stock();
CREATE TRIGGER search_documents BEFORE INSERT OR UPDATE OF search, search_name, name, category, description, weight, ingredients, certifications, long_description, benefits, brewing, country_of_origin, contents ON public.products FOR EACH ROW EXECUTE FUNCTION public.write_search_documents();
CREATE TRIGGER set_updated_at BEFORE UPDATE OF name, description, long_description, price, mrp, weight, image, images, image_texts, category, benefits, brewing, ingredients, certifications, contents, taste, country_of_origin, rating, review_count, active ON public.products FOR EACH ROW WHEN (old.name IS DISTINCT FROM new.name OR old.description IS DISTINCT FROM new.description OR old.long_description IS DISTINCT FROM new.long_description OR old.price IS DISTINCT FROM new.price OR old.mrp IS DISTINCT FROM new.mrp OR old.weight IS DISTINCT FROM new.weight OR old.image IS DISTINCT FROM new.image OR old.images IS DISTINCT FROM new.images OR old.image_texts IS DISTINCT FROM new.image_texts OR old.category IS DISTINCT FROM new.category OR old.benefits IS DISTINCT FROM new.benefits OR old.brewing IS DISTINCT FROM new.brewing OR old.ingredients IS DISTINCT FROM new.ingredients OR old.certifications IS DISTINCT FROM new.certifications OR old.contents IS DISTINCT FROM new.contents OR old.taste IS DISTINCT FROM new.taste OR old.country_of_origin IS DISTINCT FROM new.country_of_origin OR old.rating IS DISTINCT FROM new.rating OR old.review_count IS DISTINCT FROM new.review_count OR old.active IS DISTINCT FROM new.active) EXECUTE FUNCTION public.set_product_updated_at();
CREATE TRIGGER shown_facts_changed AFTER UPDATE OF name, description, long_description, price, mrp, weight, image, images, image_texts, category, benefits, brewing, ingredients, certifications, contents, taste, country_of_origin, rating, review_count, popularity, active, created_at ON public.products FOR EACH ROW WHEN (old.name IS DISTINCT FROM new.name OR old.description IS DISTINCT FROM new.description OR old.long_description IS DISTINCT FROM new.long_description OR old.price IS DISTINCT FROM new.price OR old.mrp IS DISTINCT FROM new.mrp OR old.weight IS DISTINCT FROM new.weight OR old.image IS DISTINCT FROM new.image OR old.images IS DISTINCT FROM new.images OR old.image_texts IS DISTINCT FROM new.image_texts OR old.category IS DISTINCT FROM new.category OR old.benefits IS DISTINCT FROM new.benefits OR old.brewing IS DISTINCT FROM new.brewing OR old.ingredients IS DISTINCT FROM new.ingredients OR old.certifications IS DISTINCT FROM new.certifications OR old.contents IS DISTINCT FROM new.contents OR old.taste IS DISTINCT FROM new.taste OR old.country_of_origin IS DISTINCT FROM new.country_of_origin OR old.rating IS DISTINCT FROM new.rating OR old.review_count IS DISTINCT FROM new.review_count OR old.popularity IS DISTINCT FROM new.popularity OR old.active IS DISTINCT FROM new.active OR old.created_at IS DISTINCT FROM new.created_at) EXECUTE FUNCTION public.update_catalogue_revision();
CREATE TRIGGER shown_stock_changed AFTER UPDATE OF stock ON public.products FOR EACH ROW WHEN (LEAST(old.stock, 6) <> LEAST(new.stock, 6)) EXECUTE FUNCTION public.update_catalogue_revision();
CREATE TRIGGER note_failed_refund BEFORE INSERT OR UPDATE OF status ON public.refunds FOR EACH ROW WHEN (new.status = 'failed'::text) EXECUTE FUNCTION public.note_failed_refund();
CREATE TRIGGER refunds_within_payment BEFORE INSERT OR UPDATE OF amount_paise, status ON public.refunds FOR EACH ROW EXECUTE FUNCTION public.refunds_within_payment();
CREATE TRIGGER increment_catalogue_revision AFTER INSERT ON public.shop_settings FOR EACH ROW WHEN (new.key = ANY (ARRAY['identity'::text, 'notice'::text])) EXECUTE FUNCTION public.increment_revision_for_settings();
CREATE TRIGGER last_owner AFTER DELETE OR UPDATE OF role, disabled_at ON public.staff FOR EACH ROW WHEN (old.role = 'owner'::text AND old.disabled_at IS NULL) EXECUTE FUNCTION public.keep_last_owner();
CREATE TRIGGER lock_changes BEFORE DELETE OR UPDATE ON public.staff FOR EACH STATEMENT EXECUTE FUNCTION public.lock_staff_changes();
CREATE TRIGGER note_staff_change BEFORE UPDATE OF role, disabled_at ON public.staff FOR EACH ROW WHEN (old.role IS DISTINCT FROM new.role OR old.disabled_at IS DISTINCT FROM new.disabled_at) EXECUTE FUNCTION public.note_staff_change();
CREATE TRIGGER withdraw_invitations AFTER UPDATE OF role, disabled_at ON public.staff FOR EACH ROW WHEN (old.role IS DISTINCT FROM new.role OR old.disabled_at IS DISTINCT FROM new.disabled_at) EXECUTE FUNCTION public.withdraw_invitations();
CREATE TRIGGER move_stock AFTER INSERT ON public.stock_movements REFERENCING NEW TABLE AS moved FOR EACH STATEMENT EXECUTE FUNCTION public.move_stock();
