-- What staff and shoppers do to an order is decided by the application (domain/decide-step.ts).

drop function if exists act_on_order(uuid, integer, text, jsonb);
drop function if exists state_after(orders, order_verbs);
drop function if exists take_cancelled_again(uuid);
drop function if exists may_return(uuid, jsonb);
drop function if exists restock_returned_items(uuid, bigint, jsonb);
drop function if exists undo_restock_of_returned_items(bigint);
drop function if exists restock_order(uuid, text, jsonb);
drop trigger if exists order_moves_by_transition on orders;
drop table if exists order_transitions;
drop table if exists order_verbs;
