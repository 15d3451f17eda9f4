-- What is left to do after an order is over: parcels to take out, and money to give back for returns.

-- An order that is cancelled after it was packed leaves a closed parcel on the table. `packed_at` of a cancelled order says
-- that there is one: staff who take it out empty that column. Its pieces went back into stock with the cancellation, so
-- taking it out moves no stock.

-- What was cancelled long ago has been taken out long ago.
update orders set packed_at = null
  where fulfilment = 'cancelled' and packed_at is not null and closed_at < now() - interval '7 days';

create index orders_to_take_out on orders (closed_at) where fulfilment = 'cancelled' and packed_at is not null;

-- The oldest cancellation first. Packers see no cancelled orders elsewhere, but it is they who take these out: they get
-- what is written on the parcel.
create function cancelled_parcels(p_most integer) returns table (
  id uuid, order_number text, full_name text, city text, by_shopper boolean, cancelled_at timestamptz, items jsonb
)
  language sql stable security definer set search_path = public, pg_temp
  as $$
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
  $$;

-- Null for a role that has nothing to do with it.
create function count_cancelled_parcels() returns jsonb
  language sql stable security definer set search_path = public, pg_temp
  as $$
    select case when current_staff_role() in ('owner', 'packer') then (
      select jsonb_build_object('count', count(*), 'oldest', min(closed_at)) from (
        select closed_at from orders where fulfilment = 'cancelled' and packed_at is not null order by closed_at limit 1000
      ) waiting
    ) end
  $$;

-- Notes that the parcel of a cancelled order was taken out, or that it was not after all. 'done', also when that was noted
-- before, or a code of contract/errors.ts.
create function take_out_parcel(p_order uuid, p_out boolean) returns text
  language plpgsql volatile security definer set search_path = public, pg_temp
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

-- As before, and not after the parcel was taken out: an order that says 'packed' has a closed parcel.
create or replace function may_reopen(p_order uuid) returns boolean
  language sql stable set search_path = public, pg_temp
  as $$
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
  $$;

revoke execute on function cancelled_parcels(integer), count_cancelled_parcels(), take_out_parcel(uuid, boolean) from public;
grant execute on function cancelled_parcels(integer), count_cancelled_parcels(), take_out_parcel(uuid, boolean) to shop_staff;

-- Whether money was given back for the return of these pieces: then nobody has to look for it any more, also where the owner
-- decided on a smaller refund. Money for another reason, such as goodwill, leaves the return open. A refund that failed is
-- in failed_refunds().
alter table returned_items add column settled boolean not null default false;
update returned_items set settled = true where exists (
  select from order_events later
  where later.order_id = returned_items.order_id and later.id > returned_items.event_id
    and later.kind in ('refund', 'manual_refund') and later.data ->> 'reason' = 'returned'
);
create index returned_items_unsettled on returned_items (order_id) where not settled;

create function settle_returns() returns trigger
  language plpgsql security definer set search_path = public, pg_temp
  as $$
begin
  update returned_items set settled = true where order_id = new.order_id and not settled;
  return null;
end $$;
create trigger settle_returns after insert on order_events
  for each row when (new.kind in ('refund', 'manual_refund') and new.data ->> 'reason' = 'returned')
  execute function settle_returns();

-- Orders whose customer sent goods back and has not been given the money: the price of the returned pieces, less all
-- refunds, is due. The longest waiting first. `due` in rupees, as refundDue() in server/admin/orders/order-view.ts.
-- Accountants see no names.
create function return_refunds(p_most integer) returns table (
  id uuid, order_number text, full_name text, city text, payment_method text, returned_at timestamptz, due numeric
)
  language plpgsql stable security definer set search_path = public, pg_temp
  as $$
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
    cross join lateral (
      select least(o.total_amount, (
          select sum(item.price * (back.good + back.damaged))
          from returned_items back join order_items item on item.id = back.order_item_id
          where back.order_id = o.id and back.user_id = o.user_id
        )) - coalesce((
          select sum(amount_paise) / 100.0 from refunds where payment_id = o.payment_id and status <> 'failed'
        ), 0) - coalesce((
          select sum(amount) from manual_refunds by_hand where by_hand.order_id = o.id and by_hand.user_id = o.user_id
        ), 0) as due
    ) owed
    where owed.due > 0 and not (o.payment_method = 'cod' and o.payment_status in ('pending', 'failed'))
    order by event.at, o.id limit p_most;
end $$;

-- Null for a role that has nothing to do with it.
create function count_return_refunds() returns jsonb
  language sql stable security definer set search_path = public, pg_temp
  as $$
    select case when current_staff_role() in ('owner', 'accountant') then (
      select jsonb_build_object('count', count(*), 'oldest', min(returned_at)) from return_refunds(1000)
    ) end
  $$;

revoke execute on function return_refunds(integer), count_return_refunds(), settle_returns() from public;
grant execute on function return_refunds(integer), count_return_refunds() to shop_staff;
