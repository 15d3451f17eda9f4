-- Each return is decided by itself. A refund, a smaller refund or none ends the wait for one; until now its rest, or what was
-- given back for it all the same, changed what was due for the next one. And of a refund that failed only its own amount
-- is due again.

-- What is due to a customer who has sent goods back, in rupees: the price of the pieces that nothing was decided about, and
-- what is owed of refunds that failed; but with all refunds of the order, whatever their reason, not more than the price of
-- all returned pieces. A reason does not say which pieces it is for: otherwise a customer who got a 'goodwill' refund before
-- the return would get more than that price. Staff can type a larger amount, up to the order's sum.
create or replace function refund_due(p_order uuid) returns numeric
  language sql stable security definer set search_path = public, pg_temp
  as $$
    select coalesce((
      select greatest(0, least(back.undecided + owed.paise / 100.0, least(o.total_amount, back.price) - given.amount))
      from orders o
      cross join lateral (
        select coalesce(sum(item.price * (good + damaged)), 0) as price,
          coalesce(sum(item.price * (good + damaged)) filter (where not settled), 0) as undecided
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

-- As before, but computes what is due once for each row, not once more in the condition.
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
    cross join lateral (select refund_due(o.id) as due offset 0) owed
    where owed.due > 0 and (o.payment_method = 'cod' or current_staff_role() = 'owner')
    order by event.at, o.id limit p_most;
end $$;
