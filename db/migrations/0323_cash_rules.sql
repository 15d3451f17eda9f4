-- What each shopper's parcels came to: whether they are sent another one in cash depends on it.
create index orders_arrived_or_returned on orders (user_id) where fulfilment in ('delivered', 'returning', 'returned');
