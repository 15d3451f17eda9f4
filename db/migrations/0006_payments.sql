-- Online payment. An intent is frozen before the gateway hears of it: what is bought, for how much, by whom, to where,
-- under which order number; its pieces are taken out of stock. A captured payment of exactly that amount turns it into
-- an order, once. Amounts here are integer paise, as the gateway counts. What must never be is refused by the tables
-- themselves; server/payments/guards.test.ts tries each.

create table payment_intents (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null,
  email text not null, -- where the mails about it go, though the session may be long over
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
  checks integer not null default 0 check (checks >= 0),
  next_check_at timestamptz,
  created_at timestamptz not null default now(),
  constraint one_intent_per_key unique (user_id, idempotency_key),
  unique (id, user_id),
  unique (id, user_id, amount_paise),
  constraint open_holds_stock check (state <> 'open' or holds_stock),
  -- A late payment may take its pieces again while it is captured; nothing else that is over holds any.
  constraint over_holds_none check (not holds_stock or state in ('open', 'expired')),
  foreign key (shipping_address_id, user_id) references addresses (id, user_id)
    on delete set null (shipping_address_id)
);
create unique index one_open_intent on payment_intents (user_id) where state = 'open';
create index payment_intents_due on payment_intents (next_check_at) where next_check_at is not null;
create index payment_intents_by_address on payment_intents (shipping_address_id);

create table payment_intent_items (
  intent_id uuid not null,
  user_id uuid not null,
  product_id text not null references products on delete restrict,
  product_name text not null,
  product_image text not null,
  quantity integer not null check (quantity between 1 and 999),
  unit_paise bigint not null check (unit_paise >= 0),
  primary key (intent_id, product_id),
  foreign key (intent_id, user_id) references payment_intents (id, user_id)
);
create index payment_intent_items_by_product on payment_intent_items (product_id);

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
  unique (id, user_id),
  unique (id, intent_id, amount_paise),
  constraint only_money_held_is_applied check (not applied or status in ('captured', 'refunded')),
  foreign key (intent_id, user_id) references payment_intents (id, user_id)
);
create unique index one_applied_payment on payments (intent_id) where applied;
create index payments_by_intent on payments (intent_id);

create table refunds (
  id uuid primary key default gen_random_uuid(),
  payment_id text not null,
  user_id uuid not null,
  amount_paise bigint not null check (amount_paise > 0),
  reason text not null check (reason in ('duplicate', 'mismatch', 'superseded', 'out_of_stock', 'gateway')),
  -- Sent with every attempt, so that the gateway gives the money back once; its rule is 10 of [A-Za-z0-9_-] or more.
  idempotency_key text not null unique check (idempotency_key ~ '^[A-Za-z0-9_-]{10,64}$'),
  gateway_refund_id text unique check (gateway_refund_id ~ '^rfnd_[A-Za-z0-9]{14}$'),
  status text not null default 'queued' check (status in ('queued', 'pending', 'processed', 'failed')),
  attempts integer not null default 0,
  next_attempt_at timestamptz default now(),
  created_at timestamptz not null default now(),
  foreign key (payment_id, user_id) references payments (id, user_id),
  constraint known_to_the_gateway check (status = 'queued' or status = 'failed' or gateway_refund_id is not null)
);
create unique index one_automatic_refund on refunds (payment_id) where reason <> 'gateway';
create index refunds_by_payment on refunds (payment_id);
create index refunds_due on refunds (next_attempt_at) where next_attempt_at is not null;

-- An order paid online is the intent's: same shopper, same amount, one payment of that amount.
alter table orders
  add column total_paise bigint generated always as ((total_amount * 100)::bigint) stored,
  add column intent_id uuid unique,
  add column payment_id text unique,
  add constraint online_orders_are_paid check (
    (payment_method = 'razorpay') = (payment_id is not null)
    and (payment_id is null) = (intent_id is null)
    and not (payment_method = 'razorpay' and payment_status in ('pending', 'failed'))
  ),
  add constraint order_of_its_intent foreign key (intent_id, user_id, total_paise)
    references payment_intents (id, user_id, amount_paise),
  add constraint order_of_its_payment foreign key (payment_id, intent_id, total_paise)
    references payments (id, intent_id, amount_paise);

-- A payment only moves forward. 'failed' to 'authorized' is forward: banks answer late.
create function payment_rank(status text) returns integer
  language sql immutable parallel safe
  as $$ select array_position(array['created', 'failed', 'authorized', 'captured', 'refunded'], status) $$;

create function payments_move_forward() returns trigger
  language plpgsql
  as $$
begin
  if payment_rank(new.status) < payment_rank(old.status) then
    raise exception 'payment % cannot go from % back to %', old.id, old.status, new.status
      using errcode = 'check_violation', constraint = 'payments_move_forward';
  end if;
  return new;
end $$;
create trigger payments_move_forward before update of status on payments
  for each row execute function payments_move_forward();

-- Nobody gets back more than was taken. The payment's row is the lock for its refunds.
create function refunds_within_payment() returns trigger
  language plpgsql
  as $$
declare
  taken bigint := (select amount_paise from payments where id = new.payment_id for update);
  given bigint := (
    select coalesce(sum(amount_paise), 0) from refunds
    where payment_id = new.payment_id and id <> new.id and status <> 'failed'
  );
begin
  if new.status <> 'failed' and given + new.amount_paise > taken then
    raise exception 'refunds of payment % would exceed it', new.payment_id
      using errcode = 'check_violation', constraint = 'refunds_within_payment';
  end if;
  return new;
end $$;
create trigger refunds_within_payment before insert or update of amount_paise, status on refunds
  for each row execute function refunds_within_payment();

-- What the gateway has told us, kept before it is believed. Nobody's in particular, so the shop reaches it only
-- through the functions below.
create table payment_events (
  event_id text primary key check (length(event_id) between 1 and 100),
  body bytea not null,
  received_at timestamptz not null default now(),
  attempts integer not null default 0,
  next_attempt_at timestamptz default now(),
  error text
);
create index payment_events_due on payment_events (next_attempt_at) where next_attempt_at is not null;

create table payment_sweeps (
  only_row boolean primary key default true check (only_row),
  next_at timestamptz not null default now()
);
insert into payment_sweeps default values;

-- Keeps an event; false when it was there already.
create function keep_payment_event(p_event_id text, p_body bytea) returns boolean
  language sql security definer set search_path = public, pg_temp
  as $$
    with kept as (
      insert into payment_events (event_id, body) values (p_event_id, p_body)
      on conflict do nothing returning 1
    )
    select exists (select from kept)
  $$;

-- Work that is due is handed to one process at a time: whoever takes it has until the lease ends.
create function take_payment_events(p_limit integer, p_lease interval)
  returns table (event_id text, body bytea, attempts integer)
  language sql security definer set search_path = public, pg_temp
  as $$
    update payment_events e set next_attempt_at = now() + p_lease, attempts = e.attempts + 1
    where e.event_id in (
      select d.event_id from payment_events d where d.next_attempt_at <= now()
      order by d.next_attempt_at limit p_limit for update skip locked
    )
    returning e.event_id, e.body, e.attempts
  $$;

-- An event is done with (p_retry null), or looked at again after p_retry.
create function settle_payment_event(p_event_id text, p_retry interval, p_error text) returns void
  language sql security definer set search_path = public, pg_temp
  as $$
    update payment_events set next_attempt_at = now() + p_retry, error = p_error where event_id = p_event_id
  $$;

create function take_due_intents(p_limit integer, p_lease interval) returns table (id uuid, user_id uuid)
  language sql security definer set search_path = public, pg_temp
  as $$
    update payment_intents i set next_check_at = now() + p_lease
    where i.id in (
      select d.id from payment_intents d where d.next_check_at <= now()
      order by d.next_check_at limit p_limit for update skip locked
    )
    returning i.id, i.user_id
  $$;

create function take_due_refunds(p_limit integer, p_lease interval) returns table (id uuid, user_id uuid)
  language sql security definer set search_path = public, pg_temp
  as $$
    update refunds r set next_attempt_at = now() + p_lease, attempts = r.attempts + 1
    where r.id in (
      select d.id from refunds d where d.next_attempt_at <= now()
      order by d.next_attempt_at limit p_limit for update skip locked
    )
    returning r.id, r.user_id
  $$;

create function take_payment_sweep(p_lease interval) returns boolean
  language sql security definer set search_path = public, pg_temp
  as $$
    with taken as (
      update payment_sweeps set next_at = now() + p_lease where next_at <= now() returning 1
    )
    select exists (select from taken)
  $$;

-- A sweep has come to its end: the next one is due after p_every. What was heard long ago is forgotten.
create function end_payment_sweep(p_every interval) returns void
  language sql security definer set search_path = public, pg_temp
  as $$
    delete from payment_events
      where next_attempt_at is null and received_at < now() - interval '90 days';
    update payment_sweeps set next_at = now() + p_every;
  $$;

-- Whose payment the gateway speaks of. It says nothing else, and the rest is read as that shopper.
create function intent_of_gateway_order(p_order text) returns table (id uuid, user_id uuid)
  language sql stable security definer set search_path = public, pg_temp
  as $$ select id, user_id from payment_intents where gateway_order_id = p_order $$;

create function intent_of_payment(p_payment text) returns table (id uuid, user_id uuid)
  language sql stable security definer set search_path = public, pg_temp
  as $$ select intent_id, user_id from payments where id = p_payment $$;

-- Which kinds of key have been used in this database; real money and play money never share one.
create function payment_modes() returns text[]
  language sql stable security definer set search_path = public, pg_temp
  as $$ select coalesce(array_agg(distinct mode), '{}') from payment_intents $$;

alter table payment_intents enable row level security;
alter table payment_intent_items enable row level security;
alter table payments enable row level security;
alter table refunds enable row level security;
alter table payment_events enable row level security;
alter table payment_sweeps enable row level security;
create policy own on payment_intents using (user_id = (select current_shopper()));
create policy own on payment_intent_items using (user_id = (select current_shopper()));
create policy own on payments using (user_id = (select current_shopper()));
create policy own on refunds using (user_id = (select current_shopper()));

revoke execute on all functions in schema public from public;
grant execute on function payment_rank(text), keep_payment_event(text, bytea),
  take_payment_events(integer, interval), settle_payment_event(text, interval, text),
  take_due_intents(integer, interval), take_due_refunds(integer, interval), take_payment_sweep(interval),
  end_payment_sweep(interval),
  intent_of_gateway_order(text), intent_of_payment(text), payment_modes() to shop_app;
grant select, insert on payment_intents, payment_intent_items, payments, refunds to shop_app;
grant update (gateway_order_id, creating_until, state, holds_stock, expires_at, checks, next_check_at)
  on payment_intents to shop_app;
grant update (status, applied, method) on payments to shop_app;
grant update (gateway_refund_id, status, attempts, next_attempt_at) on refunds to shop_app;
grant update (payment_status) on orders to shop_app;
