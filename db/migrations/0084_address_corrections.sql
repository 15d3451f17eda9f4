-- Before the parcel is handed over, staff correct an order's address. What a shopper was told of a step is noted, so that
-- the same is not told again after the step was undone and repeated.

-- The addresses of orders are for owners and packers: the log shows accountants none of them. The order's history tells
-- them that there was a correction, and of which fields.
alter policy seen on audit_log using (
  (select current_staff_role()) = 'owner'
  or ((select current_staff_role()) = 'accountant' and verb <> 'correct_address')
  or staff_id = (select current_staff())
);

-- Replaces the copy of the address that an order has; the shopper's saved addresses stay as they are, and the order's
-- search text follows by itself. `p_version` is the version that was seen. `outcome` is 'done' or a code of
-- contract/errors.ts, and then nothing has changed; 'done' without an event when the order has this address already, as
-- after a request that is sent again because its answer was lost.
create function correct_order_address(p_order uuid, p_version integer, p_address jsonb)
  returns table (outcome text, event bigint, shopper uuid)
  language plpgsql volatile security definer set search_path = public, pg_temp
  as $$
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
end $$;

-- When the email about a step was sent. Null for a step that has none, and from before this column.
alter table order_events add column mailed_at timestamptz;
grant select (mailed_at) on order_events to shop_app;

create function note_event_mailed(p_event bigint) returns void
  language sql volatile security definer set search_path = public, pg_temp
  as $$
    update order_events set mailed_at = now()
    where id = p_event and user_id = current_shopper() and shown_to_shopper and mailed_at is null
  $$;

-- As before, and whether the shopper was told by email.
create or replace function shown_events(p_order uuid) returns jsonb
  language sql stable set search_path = public, pg_temp
  as $$
    select coalesce(jsonb_agg(jsonb_build_object(
      'id', event.id::text, 'kind', kind, 'at', at, 'actor', actor, 'data', data, 'mailed', mailed_at is not null,
      'tracking_url', replace(couriers.tracking_url, '{number}', data ->> 'tracking_number')
    ) order by event.id), '[]')
    from order_events event
    left join couriers on kind = 'hand_over' and couriers.id = (data ->> 'courier_id')::uuid
    where event.order_id = p_order and shown_to_shopper
  $$;

revoke execute on function correct_order_address(uuid, integer, jsonb), note_event_mailed(bigint) from public;
grant execute on function correct_order_address(uuid, integer, jsonb) to shop_staff;
grant execute on function note_event_mailed(bigint) to shop_app;
