-- Goods that a customer sends back after the delivery: the order stays delivered, and what came back is written down by
-- item, some of it good and some damaged. Money is given back by a refund of its own.

insert into order_transitions (verb, from_state, to_state) values
  ('receive_return', 'delivered', 'delivered'),
  ('undo_return', 'delivered', 'delivered');
insert into order_verbs (verb, roles, shown_to_shopper) values
  ('receive_return', '{owner}', true),
  ('undo_return', '{owner}', true);

-- What one event of an order brought back. Undoing the event deletes its rows.
create table returned_items (
  order_item_id uuid not null references order_items on delete cascade,
  event_id bigint not null references order_events on delete cascade,
  order_id uuid not null,
  user_id uuid not null,
  good integer not null check (good >= 0),
  damaged integer not null check (damaged >= 0),
  constraint something_came_back check (good + damaged > 0),
  primary key (order_item_id, event_id),
  foreign key (order_id, user_id) references orders (id, user_id) on delete cascade
);
create index returned_items_by_order on returned_items (order_id, user_id);
create index returned_items_by_event on returned_items (event_id);
alter table returned_items enable row level security;
create policy staff on returned_items for select to shop_staff
  using ((select current_staff_role()) in ('owner', 'accountant'));
grant select on returned_items to shop_staff;

-- Customers send back one item more than once, and a return can be undone. The other reasons stay once for each item.
alter table stock_movements
  drop constraint once_per_order_item,
  drop constraint reason_has_its_sign,
  add constraint reason_has_its_sign check (case
    when reason in ('received', 'cancelled', 'returned_to_origin') then delta > 0
    when reason in ('damaged', 'sample') then delta < 0
    when reason in ('count', 'returned') then delta <> 0
    else true
  end);
create unique index once_per_order_item on stock_movements (order_item_id, reason) where reason <> 'returned';
create index stock_movements_by_order_item on stock_movements (order_item_id);

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
    order by item.product_id
    on conflict (order_item_id, reason) where reason <> 'returned' do nothing
    returning delta
  )
  select coalesce(sum(delta), 0) into v_pieces from back;
  return v_pieces;
end $$;

-- Whether these pieces, {good: {item: pieces}, damaged: {item: pieces}}, can have come back: at least one, and of each item
-- of the order no more than were sold and have not come back already.
create function may_return(p_order uuid, p_data jsonb) returns boolean
  language sql stable set search_path = public, pg_temp
  as $$
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
  $$;

-- The event of the last return, as long as no money was given back after it.
create function undoable_return(p_order uuid) returns bigint
  language sql stable set search_path = public, pg_temp
  as $$
    select newest.id from (
      select max(event_id) as id from returned_items where order_id = p_order
    ) newest
    where newest.id is not null and not exists (
      select from order_events later
      where later.order_id = p_order and later.id > newest.id and later.kind in ('refund', 'manual_refund')
    )
  $$;

create function put_back(p_order uuid, p_event bigint, p_data jsonb) returns void
  language plpgsql volatile set search_path = public, pg_temp
  as $$
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
end $$;

-- Takes the good pieces of a return out of the stock again; false when they have been sold since, and then nothing changes.
create function take_from_stock(p_event bigint) returns boolean
  language plpgsql volatile set search_path = public, pg_temp
  as $$
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
    or (p_verb = 'undeliver' and exists (select from manual_refunds where order_id = p_order))
    or (p_verb = 'undeliver' and exists (select from returned_items where order_id = p_order))
    or (p_verb = 'receive_return' and not may_return(p_order, p_data))
    or (p_verb = 'undo_return' and undoable_return(p_order) is null) then
    return query select 'not_allowed_now', null::bigint, null::uuid, null::bigint, null::uuid;
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
  elsif p_verb = 'receive_return' then
    v_data := v_data || jsonb_build_object('restocked',
      (select coalesce(sum(pieces::integer), 0) from jsonb_each_text(p_data -> 'good') each (item, pieces)));
  end if;

  insert into order_events (order_id, user_id, kind, actor, staff_id, data, shown_to_shopper)
    values (v_order.id, v_order.user_id, p_verb, v_actor, current_staff(), v_data, v_verb.shown_to_shopper)
    returning id into event;
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

revoke execute on function may_return(uuid, jsonb), undoable_return(uuid), put_back(uuid, bigint, jsonb),
  take_from_stock(bigint) from public;
grant execute on function undoable_return(uuid) to shop_staff;
