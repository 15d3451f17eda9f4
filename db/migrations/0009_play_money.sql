-- What a payment is made of: play money and real money never share a database, and play money moves no goods.

-- Which kind this database has taken; decided once, by the first payment or by the shop that opens on it.
create table money_kind (
  only_row boolean primary key default true check (only_row),
  real_money boolean not null
);
insert into money_kind (real_money)
  select bool_or(mode = 'live') from payment_intents having count(*) > 0;

-- The kind of money here; null while none has been taken.
create function money_kind() returns boolean
  language sql stable security definer set search_path = public, pg_temp
  as $$ select real_money from money_kind $$;

-- Decides the kind if nobody has; false when it is the other one.
create function claim_money_kind(p_real boolean) returns boolean
  language plpgsql volatile security definer set search_path = public, pg_temp
  as $$
begin
  insert into money_kind (real_money) values (p_real) on conflict do nothing;
  return (select real_money = p_real from money_kind);
end $$;

create function payments_are_of_one_kind() returns trigger
  language plpgsql volatile security definer set search_path = public, pg_temp
  as $$
begin
  -- Looked at before it is claimed: one payment more should not write to the one row that all of them share.
  if money_kind() is null then perform claim_money_kind(new.mode = 'live'); end if;
  if (select real_money from money_kind) = (new.mode = 'live') then return new; end if;
  raise exception 'this database has taken money of another kind than %', new.mode
    using errcode = 'check_violation', constraint = 'payments_are_of_one_kind';
end $$;
create trigger payments_are_of_one_kind before insert on payment_intents
  for each row execute function payments_are_of_one_kind();

drop function payment_modes();

-- An order says with which money it was paid; null for cash.
alter table payment_intents add constraint intent_with_its_mode unique (id, mode);
alter table orders add column payment_mode text;
update orders set payment_mode = (select mode from payment_intents where id = intent_id)
  where intent_id is not null;
alter table orders
  add constraint online_orders_know_their_money check ((payment_mode is null) = (intent_id is null)),
  add constraint order_of_its_mode foreign key (intent_id, payment_mode)
    references payment_intents (id, mode),
  add constraint play_money_moves_no_goods check (
    payment_mode is null or payment_mode = 'live' or status in ('pending', 'confirmed', 'cancelled')
  );

-- The shopper came back with the gateway's signature, and the gateway has not told us more yet.
alter table payment_intents add column handed_over boolean not null default false;

-- What was heard long ago is forgotten once an hour (end_payment_sweep), without reading all the rest.
create index payment_events_by_age on payment_events (received_at) where next_attempt_at is null;

revoke execute on function money_kind(), claim_money_kind(boolean), payments_are_of_one_kind() from public;
grant execute on function money_kind(), claim_money_kind(boolean) to shop_app;
grant update (handed_over) on payment_intents to shop_app;
