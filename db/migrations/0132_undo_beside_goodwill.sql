-- Money for another reason than a return settles none, so it does not stop the undo of one either: a goodwill refund made a
-- return with the wrong pieces, or a refund declined by mistake, impossible to undo. Which refunds settle a return is the
-- condition of the trigger settle_returns.

-- The newest decision not to refund, unless another return, or a refund of this one, came after it.
create or replace function undoable_decline(p_order uuid) returns bigint
  language sql stable set search_path = public, pg_temp
  as $$
    select newest.id from (
      select max(declined_by) as id, max(event_id) as return from returned_items where order_id = p_order
    ) newest
    where newest.return < newest.id and not exists (
      select from order_events later
      where later.order_id = p_order and later.id > newest.id and later.kind in ('refund', 'manual_refund')
        and later.data ->> 'reason' = 'returned'
    )
  $$;

-- The newest return, unless its refund was declined or made.
create or replace function undoable_return(p_order uuid) returns bigint
  language sql stable set search_path = public, pg_temp
  as $$
    select newest.id from (
      select max(event_id) as id, max(declined_by) as declined from returned_items where order_id = p_order
    ) newest
    where newest.id is not null and newest.id > coalesce(newest.declined, 0) and not exists (
      select from order_events later
      where later.order_id = p_order and later.id > newest.id and later.kind in ('refund', 'manual_refund')
        and later.data ->> 'reason' = 'returned'
    )
  $$;
