-- Names that say what a thing is. No row changes; grants, policies and triggers stay with what is renamed.

-- The shopper brought the gateway's signature for a payment.
alter table payment_intents rename column handed_over to signature_received;
do $$
declare
  deletion regprocedure := coalesce(
    to_regprocedure('delete_abandoned_payments(timestamptz, integer)'),
    to_regprocedure('forget_abandoned_payments(timestamptz, integer)'));
begin
  execute replace(pg_get_functiondef(deletion), 'handed_over', 'signature_received');
  execute replace(pg_get_functiondef('unfinished_intents()'::regprocedure), 'handed_over', 'signature_received');
end $$;

-- Whether this database takes live payments, or test and sandbox payments.
alter table money_kind rename to payment_environment;
alter table payment_environment rename column real_money to live;
alter table payment_environment rename constraint money_kind_pkey to payment_environment_pkey;
alter table payment_environment rename constraint money_kind_only_row_check to payment_environment_only_row_check;

-- Null while there was no payment yet.
create function is_live_environment() returns boolean
  language sql stable security definer set search_path = public, pg_temp
  as $$ select live from payment_environment $$;

-- Sets the environment if it is not set; false when it is the other one.
create function set_payment_environment(p_live boolean) returns boolean
  language plpgsql volatile security definer set search_path = public, pg_temp
  as $$
begin
  insert into payment_environment (live) values (p_live) on conflict do nothing;
  return (select live = p_live from payment_environment);
end $$;

create function check_payment_environment() returns trigger
  language plpgsql volatile security definer set search_path = public, pg_temp
  as $$
begin
  -- Read before it is set: one payment more should not write to the one row that all of them share.
  if is_live_environment() is null then perform set_payment_environment(new.mode = 'live'); end if;
  if is_live_environment() = (new.mode = 'live') then return new; end if;
  raise exception 'this database has payments of another environment than %', new.mode
    using errcode = 'check_violation', constraint = 'one_payment_environment';
end $$;
drop trigger payments_are_of_one_kind on payment_intents;
create trigger check_payment_environment before insert on payment_intents
  for each row execute function check_payment_environment();
drop function payments_are_of_one_kind(), claim_money_kind(boolean), money_kind();
revoke execute on function is_live_environment(), set_payment_environment(boolean), check_payment_environment()
  from public;
grant execute on function is_live_environment(), set_payment_environment(boolean) to shop_app;

alter table orders rename constraint order_of_its_intent to orders_payment_intent_fkey;
alter table orders rename constraint order_of_its_payment to orders_payment_fkey;
alter table orders rename constraint order_of_its_mode to orders_payment_mode_fkey;
alter table orders rename constraint online_orders_know_their_money to online_orders_have_a_payment_mode;
alter table orders rename constraint play_money_moves_no_goods to test_orders_are_not_shipped;
alter table payment_intents rename constraint intent_with_its_mode to payment_intents_id_mode_key;
alter table payment_intents rename constraint open_holds_stock to open_intent_holds_stock;
alter table payment_intents rename constraint over_holds_none to ended_intent_holds_no_stock;
alter table payments rename constraint only_money_held_is_applied to applied_payment_is_captured;
alter table refunds rename constraint known_to_the_gateway to accepted_refund_has_gateway_id;
alter index payments_under_way rename to payment_intents_payable;
