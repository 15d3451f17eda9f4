-- The application decides what is undone, how a parcel is corrected and that one was taken out.

alter table orders add column taken_out_at timestamptz; -- when the closed parcel of a cancelled order was
drop index orders_to_take_out;
create index orders_to_take_out on orders (closed_at)
  where fulfilment = 'cancelled' and packed_at is not null and taken_out_at is null;

drop function if exists
  correct_parcel, take_out_parcel, send_email_again, note_event_mailed, may_reopen, mail_waits, undoable_return,
  undoable_decline, may_decline_refund, return_declined;

-- What is a view now, or part of its only caller.
drop trigger if exists note_failed_refund on refunds;
drop trigger if exists no_more_back_than_sold on stock_movements;
drop function if exists
  shown_events, latest_change, find_orders, find_listed_orders, newest_with_words, order_list_statement, count_waiting,
  count_cancelled_parcels, count_return_refunds, failed_refunds_without_order, failed_refunds, unrefunded_returns,
  paid_share, paise_by_hand, stock_levels, note_failed_refund, no_more_back_than_sold;
