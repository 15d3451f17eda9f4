-- A wrong tracking number, or a wrong courier, is corrected after the hand-over. Before, the parcel had to be taken back and
-- handed over again, and of one that was delivered its customer would have read that it is on its way.

-- As for other steps: `event` only if the shopper is to be told. The hand-over that the timeline shows has the right number
-- from then on; the log keeps the former one.
create function correct_parcel(p_order uuid, p_version integer, p_courier uuid, p_number text)
  returns table (outcome text, event bigint, shopper uuid)
  language plpgsql security definer set search_path = public, pg_temp
  as $$
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
end $$;

-- As before, and the link of a corrected parcel.
create or replace function shown_events(p_order uuid) returns jsonb
  language sql stable set search_path = public, pg_temp
  as $$
    select coalesce(jsonb_agg(jsonb_build_object(
      'id', event.id::text, 'kind', kind, 'at', at, 'actor', actor, 'data', data, 'mailed', mailed_at is not null,
      'tracking_url', replace(couriers.tracking_url, '{number}', data ->> 'tracking_number')
    ) order by event.id), '[]')
    from order_events event
    left join couriers on kind in ('hand_over', 'correct_parcel') and couriers.id = (data ->> 'courier_id')::uuid
    where event.order_id = p_order and shown_to_shopper
  $$;

revoke execute on function correct_parcel(uuid, integer, uuid, text) from public;
grant execute on function correct_parcel(uuid, integer, uuid, text) to shop_staff;
