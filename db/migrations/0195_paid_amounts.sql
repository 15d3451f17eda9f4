-- Offers of the gateway take something off what is paid for an order, and where customers bear its fee, that is added. The
-- order's total stays the price of its goods; paid_amount says what was paid instead, and is null if that is the total.
alter table orders add column paid_amount numeric(12, 2);
alter table orders
  add column paid_paise bigint generated always as ((coalesce(paid_amount, total_amount) * 100)::bigint) stored,
  add constraint only_online_amounts_differ check (
    paid_amount is null or (paid_amount > 0 and paid_amount <> total_amount and payment_id is not null)
  ),
  drop constraint orders_payment_fkey,
  add constraint orders_payment_fkey foreign key (payment_id, intent_id, paid_paise)
    references payments (id, intent_id, amount_paise);
