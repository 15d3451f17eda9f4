-- Couriers and their parcels.

create table couriers (
  id uuid primary key default gen_random_uuid(),
  name text not null unique check (length(name) between 1 and 60),
  tracking_url text check (
    tracking_url ~ '^https://' and tracking_url like '%{number}%' and length(tracking_url) <= 300
  ),
  active boolean not null default true,
  numbered boolean not null default true -- false: its parcels have no tracking numbers, such as the shop's own people's
);
alter table couriers enable row level security;

insert into couriers (name, tracking_url, numbered) values
  ('India Post', 'https://www.indiapost.gov.in/_layouts/15/dop.portal.tracking/trackconsignment.aspx?consignment={number}', true),
  ('Delhivery', 'https://www.delhivery.com/track-v2/package/{number}', true),
  ('Blue Dart', 'https://www.bluedart.com/trackdartresultthirdparty?trackFor=0&trackNo={number}', true),
  ('DTDC', 'https://www.dtdc.in/trace.asp?strCnno={number}', true),
  ('Own delivery', null, false);

create table shipments (
  id uuid primary key default gen_random_uuid(),
  order_id uuid not null,
  user_id uuid not null,
  courier uuid not null references couriers,
  tracking_number text check (length(tracking_number) between 1 and 40), -- null for a courier without numbers
  state text not null default 'handed_over' check (
    state in ('handed_over', 'returning', 'delivered', 'returned', 'lost', 'taken_back')
  ),
  failed_attempts integer not null default 0 check (failed_attempts >= 0),
  handed_over_at timestamptz not null default now(),
  foreign key (order_id, user_id) references orders (id, user_id) on delete cascade
);
create unique index one_parcel_per_tracking_number on shipments (courier, tracking_number) where state <> 'taken_back';
create index shipments_by_courier on shipments (courier, handed_over_at desc);
create index shipments_by_order on shipments (order_id, handed_over_at desc);
create index shipments_tried_in_vain on shipments (order_id) where failed_attempts > 0;
-- In any spelling: without '-' and '_'.
create index shipments_by_tracking_number on shipments (translate(tracking_number, '-_', '') text_pattern_ops);
alter table shipments enable row level security;

-- Revision 4. What follows is applied again when it changes: raise the number then.

-- Corrects a wrong tracking number or courier after the hand-over, without taking the parcel back: of one that was
-- delivered its customer would have read that it is on its way. `event` only if the shopper is to be told. The
-- hand-over that the timeline shows has the right number from then on; the log keeps the former one.
create or replace function correct_parcel(p_order uuid, p_version integer, p_courier uuid, p_number text)
  returns table(outcome text, event bigint, shopper uuid)
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

-- Closed parcels of orders that were cancelled: they are to be taken out. Null for a role that has nothing to do with
-- them.
create or replace function count_cancelled_parcels() returns jsonb
  language sql stable security definer set search_path = public, pg_temp
  as $$
    select case when current_staff_role() in ('owner', 'packer') then (
      select jsonb_build_object('count', count(*), 'oldest', min(closed_at)) from (
        select closed_at from orders where fulfilment = 'cancelled' and packed_at is not null order by closed_at limit 1000
      ) waiting
    ) end
  $$;

-- Notes that the parcel of a cancelled order was taken out, or that it was not after all. 'done', also when that was
-- noted before, or a code of contract/errors.ts.
create or replace function take_out_parcel(p_order uuid, p_out boolean) returns text
  language plpgsql security definer set search_path = public, pg_temp
  as $$
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
end $$;

drop policy if exists everybody on couriers;
create policy everybody on couriers for select to shop_app, shop_staff
  using (true);
drop policy if exists owners on couriers;
create policy owners on couriers to shop_staff
  using ((select current_staff_role()) = 'owner');
drop policy if exists own on shipments;
create policy own on shipments for select to shop_app
  using (user_id = current_shopper());
drop policy if exists staff on shipments;
create policy staff on shipments for select to shop_staff
  using (
    (select current_staff_role()) in ('owner', 'accountant')
    or exists (select from orders where orders.id = shipments.order_id)
  );
drop policy if exists handed_over on shipments;
create policy handed_over on shipments for insert to shop_staff
  with check (
    (select current_staff_role()) in ('owner', 'packer')
    and exists (select from orders where orders.id = order_id and fulfilment = 'shipped')
  );
drop policy if exists steps on shipments;
create policy steps on shipments for update to shop_staff
  using (
    (select current_staff_role()) in ('owner', 'packer')
    and exists (select from orders where orders.id = order_id)
  )
  with check ((select current_staff_role()) = 'owner' or state = 'taken_back');

revoke all on couriers, shipments from shop_app, shop_staff;
grant select, insert, update on couriers to shop_staff;
grant select on couriers, shipments to shop_app;
grant select, insert (order_id, user_id, courier, tracking_number), update (state, failed_attempts) on shipments
  to shop_staff;
revoke all on function count_cancelled_parcels, take_out_parcel, correct_parcel from public;
grant execute on function count_cancelled_parcels, take_out_parcel, correct_parcel to shop_staff;
