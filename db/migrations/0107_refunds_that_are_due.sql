-- What is due for a return is said in one place, for the list of returns to refund and for the order's own page. A refund
-- after a return, also a smaller one, is the owner's decision: until now the list took it for that, and the page went on
-- proposing the rest.

-- What is due to a customer who has sent goods back, in rupees: the price of the returned pieces, less all refunds of the
-- order, whatever their reason. A reason does not say which pieces it is for: otherwise a customer who got a 'goodwill'
-- refund before the return would get more than the price of the returned pieces. Nothing is due once money was given back
-- since, unless that refund failed. Staff can type a larger amount, up to the order's sum.
create function refund_due(p_order uuid) returns numeric
  language sql stable security definer set search_path = public, pg_temp
  as $$
    select coalesce((
      select greatest(0, least(o.total_amount, coalesce((
          select sum(item.price * (back.good + back.damaged))
          from returned_items back join order_items item on item.id = back.order_item_id
          where back.order_id = o.id and back.user_id = o.user_id
        ), 0)) - coalesce((
          select sum(amount_paise) / 100.0 from refunds where payment_id = o.payment_id and status <> 'failed'
        ), 0) - coalesce((
          select sum(amount) from manual_refunds by_hand where by_hand.order_id = o.id and by_hand.user_id = o.user_id
        ), 0))
      from orders o
      where o.id = p_order and current_staff_role() in ('owner', 'accountant')
        and not (o.payment_method = 'cod' and o.payment_status in ('pending', 'failed'))
        and (
          exists (select from returned_items where order_id = o.id and not settled)
          or (select owed.paise from failed_refunds_owe(o.payment_id) owed) > 0
        )
    ), 0)
  $$;

-- As before, and only what the role may refund: accountants refund cash, and only owners what was paid online.
create or replace function return_refunds(p_most integer) returns table (
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
    cross join lateral (select refund_due(o.id) as due) owed
    where owed.due > 0 and (o.payment_method = 'cod' or current_staff_role() = 'owner')
    order by event.at, o.id limit p_most;
end $$;

revoke execute on function refund_due(uuid) from public;
grant execute on function refund_due(uuid) to shop_staff;
