-- What a shopper has ordered and not paid for: counted with every order.
create index orders_unpaid on orders (user_id)
  where payment_method = 'cod' and status in ('pending', 'confirmed', 'processing', 'shipped');
