-- What lies between the goods of an order and its total: a code, paying online, shipping, cash on delivery. Frozen with
-- the order, and with the online payment that becomes one.

alter table orders
  add column coupon_code text,
  add column coupon_discount numeric(12, 2) not null default 0,
  add column online_discount numeric(12, 2) not null default 0,
  add column shipping_fee numeric(12, 2) not null default 0,
  add column cash_fee numeric(12, 2) not null default 0;

-- What both discounts take off the item.
alter table order_items add column discount numeric(12, 2) not null default 0;

alter table payment_intents
  add column coupon_code text,
  add column coupon_discount_paise bigint not null default 0,
  add column online_discount_paise bigint not null default 0,
  add column shipping_paise bigint not null default 0;

alter table payment_intent_items add column discount_paise bigint not null default 0;

-- In one function with the other checks of an order, see db/schema/28-orders.sql.
create or replace function check_order(o orders) returns boolean
  language plpgsql immutable parallel safe
  as $$
declare
  broken constant text := case
    when o.total_amount < 0 then 'orders_total_amount_check'
    when least(o.coupon_discount, o.online_discount, o.shipping_fee, o.cash_fee) < 0
      or (o.payment_method <> 'cod' and o.cash_fee > 0) or (o.payment_method = 'cod' and o.online_discount > 0)
      or (o.coupon_code is null) <> (o.coupon_discount = 0) then 'orders_charges_check'
    when jsonb_typeof(o.shipping_address) <> 'object' then 'orders_shipping_address_check'
    when o.payment_method not in ('cod', 'razorpay') then 'orders_payment_method_check'
    when o.payment_status not in ('pending', 'paid', 'failed', 'refund_pending', 'partially_refunded', 'refunded')
      then 'orders_payment_status_check'
    when length(o.idempotency_key) not between 8 and 100 then 'orders_idempotency_key_check'
    when length(o.email) > 255 then 'orders_email_check'
    when length(o.cancel_reason) > 40 then 'orders_cancel_reason_check'
    when o.fulfilment not in ('pending', 'confirmed', 'packed', 'shipped', 'returning', 'delivered', 'returned', 'lost',
      'cancelled') then 'orders_fulfilment_check'
    when (o.payment_method = 'razorpay') <> (o.payment_id is not null)
      or (o.payment_id is null) <> (o.intent_id is null)
      or o.payment_method = 'razorpay' and o.payment_status in ('pending', 'failed') then 'online_orders_are_paid'
    when (o.payment_mode is null) <> (o.intent_id is null) then 'online_orders_have_a_payment_mode'
    when o.payment_mode <> 'live' and o.fulfilment not in ('pending', 'confirmed', 'cancelled')
      then 'test_orders_are_not_shipped'
  end;
begin
  if broken is not null then
    raise exception 'new row for relation "orders" violates check constraint "%"', broken
      using errcode = 'check_violation', schema = 'public', table = 'orders', constraint = broken;
  end if;
  return true;
end $$;

alter table shop_settings drop constraint shop_settings_key_check;
alter table shop_settings add constraint shop_settings_key_check
  check (key in ('identity', 'notice', 'delivery', 'cash_limits', 'low_stock', 'order_email', 'newsletter_code'));
