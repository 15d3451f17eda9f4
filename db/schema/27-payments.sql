-- Online payment. An intent is frozen before the gateway hears of it: what is bought, for how much, by whom, to where,
-- under which order number; its pieces are taken out of stock. A captured payment of exactly that amount turns it into
-- an order, once. Amounts here are integer paise, as the gateway counts. What must never be is refused by the tables
-- themselves; server/payments/guards.test.ts tries each.

create table payment_intents (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null,
  email text not null, -- where the emails about it go, though the session may be long over
  idempotency_key text not null check (length(idempotency_key) between 8 and 100),
  request_hash text not null,
  order_number text not null unique,
  amount_paise bigint not null check (amount_paise >= 100), -- the gateway's smallest amount is one rupee
  currency text not null default 'INR' check (currency = 'INR'),
  shipping_address_id uuid,
  shipping_address jsonb not null check (jsonb_typeof(shipping_address) = 'object'),
  mode text not null check (mode in ('sandbox', 'test', 'live')),
  key_id text not null, -- payments are verified with the key they were begun with, though another may be in use by now
  gateway_order_id text unique check (gateway_order_id ~ '^order_[A-Za-z0-9]{14}$'),
  creating_until timestamptz, -- somebody is asking the gateway for that order just now
  state text not null default 'open' check (
    state in ('open', 'completed', 'expired', 'superseded', 'refused')
  ),
  holds_stock boolean not null default true,
  expires_at timestamptz not null,
  created_at timestamptz not null default now(),
  -- The shopper came back with the gateway's signature, and the gateway has not told us more yet.
  signature_received boolean not null default false,
  constraint one_intent_per_key unique (user_id, idempotency_key),
  unique (id, user_id),
  unique (id, user_id, amount_paise),
  unique (id, mode),
  constraint open_intent_holds_stock check (state <> 'open' or holds_stock),
  -- A late payment may take its pieces again while it is captured; nothing else that is over holds any.
  constraint ended_intent_holds_no_stock check (not holds_stock or state in ('open', 'expired')),
  foreign key (shipping_address_id, user_id) references addresses (id, user_id)
    on delete set null (shipping_address_id)
);
create unique index one_open_intent on payment_intents (user_id) where state = 'open';
create index payment_intents_by_address on payment_intents (shipping_address_id);
create index payment_intents_payable on payment_intents (user_id) where state in ('open', 'expired');
create index payment_intents_by_age on payment_intents (created_at) where state in ('open', 'expired');
create index payment_intents_pending on payment_intents (id)
  where state in ('open', 'expired') and (holds_stock or signature_received);
create index payment_intents_abandoned on payment_intents (created_at)
  where state in ('expired', 'superseded', 'refused') and (not holds_stock) and (not signature_received);
create index payment_intents_holding on payment_intents (id) where holds_stock;
alter table payment_intents enable row level security;

create table payment_intent_items (
  intent_id uuid not null,
  user_id uuid not null,
  product_id text not null references products on delete restrict,
  product_name text not null,
  product_image text not null,
  quantity integer not null check (quantity between 1 and 999),
  unit_paise bigint not null check (unit_paise >= 0),
  mrp numeric(12, 2), -- null: begun before the MRP was kept
  primary key (intent_id, product_id),
  foreign key (intent_id, user_id) references payment_intents (id, user_id)
);
create index payment_intent_items_by_product on payment_intent_items (product_id);
alter table payment_intent_items enable row level security;

-- What the gateway says it has taken, or tried to.
create table payments (
  id text primary key check (id ~ '^pay_[A-Za-z0-9]{14}$'),
  intent_id uuid not null,
  user_id uuid not null,
  amount_paise bigint not null check (amount_paise > 0),
  method text,
  status text not null check (status in ('created', 'failed', 'authorized', 'captured', 'refunded')),
  applied boolean not null default false, -- it is the one that paid for the order
  created_at timestamptz not null default now(),
  captured_at timestamptz, -- when the shop first saw that it is
  unique (id, user_id),
  unique (id, intent_id, amount_paise),
  constraint applied_payment_is_captured check (not applied or status in ('captured', 'refunded')),
  foreign key (intent_id, user_id) references payment_intents (id, user_id)
);
create unique index one_applied_payment on payments (intent_id) where applied;
create index payments_by_intent on payments (intent_id);
alter table payments enable row level security;

-- Whether this database takes live payments, or test and sandbox payments: they never share one. Decided once, by the
-- first payment or by the shop that opens on it.
create table payment_environment (
  only_row boolean primary key default true check (only_row),
  live boolean not null
);

-- Revision 2. What follows is applied again when it changes: raise the number then.

-- A payment only moves forward. 'failed' to 'authorized' is forward: banks answer late.
create or replace function payment_rank(status text) returns integer
  language sql immutable parallel safe
  as $$ select array_position(array['created', 'failed', 'authorized', 'captured', 'refunded'], status) $$;

-- What the gateway tells late or twice changes nothing.
create or replace function payments_move_forward() returns trigger
  language plpgsql
  as $$
begin
  if payment_rank(new.status) < payment_rank(old.status) then
    raise exception 'payment % cannot go from % back to %', old.id, old.status, new.status
      using errcode = 'check_violation', constraint = 'payments_move_forward';
  end if;
  return new;
end $$;

-- Whose payment the gateway speaks of. It says nothing else, and the rest is read as that shopper.
create or replace function intent_of_gateway_order(p_order text) returns table(id uuid, user_id uuid)
  language sql stable security definer set search_path = public, pg_temp
  as $$ select id, user_id from payment_intents where gateway_order_id = p_order $$;

-- The first payment decides it; one of the other environment is refused.
create or replace function check_payment_environment() returns trigger
  language plpgsql security definer set search_path = public, pg_temp
  as $$
declare
  v_live boolean := (select live from payment_environment);
begin
  -- Read before it is set: one payment more should not write to the one row that all of them share.
  if v_live is null then
    insert into payment_environment (live) values (new.mode = 'live') on conflict do nothing;
    v_live := (select live from payment_environment);
  end if;
  if v_live = (new.mode = 'live') then return new; end if;
  raise exception 'this database has payments of another environment than %', new.mode
    using errcode = 'check_violation', constraint = 'one_payment_environment';
end $$;

-- Whether money that never moved counts as sales: in demo mode, the only one in which staff need no second factor.
create or replace function counts_test_money() returns boolean
  language sql stable
  as $$ select coalesce(current_setting('shop.staff_factor_required', true), '') = 'false' $$;

create or replace trigger payments_move_forward before update of status on payments
  for each row execute function payments_move_forward();
create or replace trigger check_payment_environment before insert on payment_intents
  for each row execute function check_payment_environment();

drop policy if exists own on payment_intents;
create policy own on payment_intents to shop_app
  using (user_id = current_shopper());
drop policy if exists own on payment_intent_items;
create policy own on payment_intent_items to shop_app
  using (user_id = current_shopper());
drop policy if exists own on payments;
create policy own on payments to shop_app
  using (user_id = current_shopper());

-- The worker finds what is not finished, and deletes what was begun and never paid. What the gateway has held, taken or
-- given back stays.
drop policy if exists worker on payment_intents;
create policy worker on payment_intents for select to shop_worker
  using (true);
drop policy if exists worker on payments;
create policy worker on payments for select to shop_worker
  using (true);
drop policy if exists abandoned on payment_intents;
create policy abandoned on payment_intents to shop_worker
  using (state in ('expired', 'superseded', 'refused') and not holds_stock and not signature_received);
drop policy if exists abandoned on payment_intent_items;
create policy abandoned on payment_intent_items to shop_worker
  using (true);
drop policy if exists abandoned on payments;
create policy abandoned on payments for delete to shop_worker
  using (status in ('created', 'failed'));

revoke all on payment_intents, payment_intent_items, payments, payment_environment from shop_app, shop_worker;
grant select, insert (live) on payment_environment to shop_app;
grant select (id, user_id, state, holds_stock, signature_received, created_at), update (id), delete on payment_intents
  to shop_worker;
grant select (intent_id, product_image), delete on payment_intent_items to shop_worker;
grant select (id, intent_id, user_id, status), delete on payments to shop_worker;
grant select, insert on payment_intents, payment_intent_items, payments to shop_app;
grant update (gateway_order_id, creating_until, state, holds_stock, expires_at, signature_received) on payment_intents
  to shop_app;
grant update (method, status, applied, captured_at) on payments to shop_app;
revoke all on function
  payment_rank, payments_move_forward, intent_of_gateway_order, check_payment_environment
  from public;
grant execute on function payment_rank, intent_of_gateway_order to shop_app;
grant execute on function counts_test_money to shop_staff;
