-- What an order costs the database (docs/performance.md). No row changes, and the same rows are refused, with the same
-- errors. PostgreSQL reads each check of a table from its text, and plans it, for each statement that writes to the
-- table; a PL/pgSQL function it reads once for a connection.

create function check_order(o orders) returns boolean
  language plpgsql immutable parallel safe
  as $$
declare
  broken constant text := case
    when o.total_amount < 0 then 'orders_total_amount_check'
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

create function check_address(a addresses) returns boolean
  language plpgsql immutable parallel safe
  as $$
declare
  broken constant text := case
    when length(a.full_name) not between 1 and 100 then 'addresses_full_name_check'
    when length(a.phone) not between 10 and 20 then 'addresses_phone_check'
    when length(a.address_line1) not between 1 and 200 then 'addresses_address_line1_check'
    when length(a.address_line2) > 200 then 'addresses_address_line2_check'
    when length(a.city) not between 1 and 100 then 'addresses_city_check'
    when length(a.state) not between 1 and 100 then 'addresses_state_check'
    when length(a.postal_code) not between 1 and 20 then 'addresses_postal_code_check'
    when length(a.country) not between 1 and 100 then 'addresses_country_check'
  end;
begin
  if broken is not null then
    raise exception 'new row for relation "addresses" violates check constraint "%"', broken
      using errcode = 'check_violation', schema = 'public', table = 'addresses', constraint = broken;
  end if;
  return true;
end $$;

-- Not valid: the stored rows have passed the checks that these replace, and need not be read again.
alter table orders add constraint checked_order check (check_order(orders)) not valid,
  drop constraint orders_total_amount_check,
  drop constraint orders_shipping_address_check,
  drop constraint orders_payment_method_check,
  drop constraint orders_payment_status_check,
  drop constraint orders_idempotency_key_check,
  drop constraint orders_email_check,
  drop constraint orders_cancel_reason_check,
  drop constraint orders_fulfilment_check,
  drop constraint online_orders_are_paid,
  drop constraint online_orders_have_a_payment_mode,
  drop constraint test_orders_are_not_shipped;
alter table addresses add constraint checked_address check (check_address(addresses)) not valid,
  drop constraint addresses_full_name_check,
  drop constraint addresses_phone_check,
  drop constraint addresses_address_line1_check,
  drop constraint addresses_address_line2_check,
  drop constraint addresses_city_check,
  drop constraint addresses_state_check,
  drop constraint addresses_postal_code_check,
  drop constraint addresses_country_check;
