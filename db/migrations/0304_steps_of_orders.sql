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
drop function if exists refund_order(uuid, integer, bigint, text, text, text);
drop function if exists note_manual_refund(uuid, integer, numeric, text, text, text, text);
drop function if exists queue_refund(orders, bigint, text, text);
drop function if exists note_order(uuid, text, text);
drop function if exists write_note(uuid, text, text);
drop function if exists correct_order_address(uuid, integer, jsonb);
