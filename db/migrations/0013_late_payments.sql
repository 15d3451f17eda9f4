-- A late payment is honoured while the shopper has not ordered or begun to pay since (docs/decisions/039). Those that
-- ordered before that was the rule are bound by it too; what they hold goods for is being paid, and goes on.
update payment_intents intent set state = 'superseded'
  where state = 'expired' and not holds_stock and (
    exists (select from orders where user_id = intent.user_id and created_at > intent.created_at)
    or exists (select from payment_intents later where later.user_id = intent.user_id and later.created_at > intent.created_at)
  );

-- What may still be paid, by its shopper: looked for with every order, and with every cart that is read.
create index payments_under_way on payment_intents (user_id) where state in ('open', 'expired');
