-- The application decides what is undone, how a parcel is corrected and that one was taken out.

alter table orders add column taken_out_at timestamptz; -- when the closed parcel of a cancelled order was
drop index orders_to_take_out;
create index orders_to_take_out on orders (closed_at)
  where fulfilment = 'cancelled' and packed_at is not null and taken_out_at is null;

drop function if exists correct_parcel(uuid, integer, uuid, text);
drop function if exists take_out_parcel(uuid, boolean);
drop function if exists send_email_again(uuid, integer, text, text, bigint);
drop function if exists note_event_mailed(bigint);
drop function if exists may_reopen(uuid);
drop function if exists mail_waits(timestamptz);
drop function if exists undoable_return(uuid);
drop function if exists undoable_decline(uuid);
drop function if exists may_decline_refund(uuid);
drop function if exists return_declined(bigint);

-- What is a view now, one function with its only caller, or part of another.
drop function if exists shown_events(uuid);
drop function if exists latest_change();
drop function if exists find_orders;
drop function if exists find_listed_orders;
drop function if exists newest_with_words;
drop function if exists order_list_statement;
drop function if exists count_waiting(text);
drop function if exists count_cancelled_parcels();
drop function if exists count_return_refunds();
drop function if exists failed_refunds_without_order();
drop function if exists failed_refunds();
drop function if exists unrefunded_returns();
drop function if exists paid_share(orders);
drop function if exists paise_by_hand(text);
drop function if exists stock_levels();
drop trigger if exists note_failed_refund on refunds;
drop function if exists note_failed_refund();
drop trigger if exists no_more_back_than_sold on stock_movements;
drop function if exists no_more_back_than_sold();
