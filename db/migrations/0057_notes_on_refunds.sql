-- A note on a refund is about money, which packers do not see: neither the refund nor what was written with it.

drop function note_order(uuid, text);

-- `p_verb` is the step that it was written with; null for a note of its own.
create function note_order(p_order uuid, p_text text, p_verb text) returns boolean
  language plpgsql volatile security definer set search_path = public, pg_temp
  as $$
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
end $$;

revoke execute on function note_order(uuid, text, text) from public;
grant execute on function note_order(uuid, text, text) to shop_staff;

alter policy staff on order_events using (
  (select current_staff_role()) = 'owner'
  or ((select current_staff_role()) = 'accountant' and kind <> 'note')
  or exists (
    select from orders where orders.id = order_id and (select current_staff_role()) = 'packer'
      and order_events.kind not in ('refund', 'manual_refund')
      and not (order_events.kind = 'note' and order_events.data ->> 'verb' is not distinct from 'refund')
  )
);
