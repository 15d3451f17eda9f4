-- Cancelled parcels and returns without a refund are queues of the orders' list.

drop function if exists cancelled_parcels(integer), return_refunds(integer);
