-- What people without an account leave with the shop: messages and newsletter addresses. The application can put
-- these in and cannot look through them: it reads one at a time, by a key that nobody guesses.

-- How often strangers did something lately, under keys that tell nothing about them. The shape
-- rate-limiter-flexible expects; unlogged as auth.rate_limits is.
create unlogged table rate_limits (
  key varchar(255) primary key,
  points integer not null default 0,
  expire bigint
);
create index rate_limits_by_expiry on rate_limits (expire);

create table contact_messages (
  id uuid primary key,
  name text not null check (length(name) between 1 and 100),
  email text not null check (length(email) between 3 and 255),
  subject text not null check (length(subject) between 1 and 200),
  message text not null check (length(message) between 1 and 5000),
  created_at timestamptz not null default now()
);
create index contact_messages_by_age on contact_messages (created_at);

-- The one message that a job is about.
create function contact_message(p_id uuid) returns setof contact_messages
  language sql stable security definer set search_path = public, pg_temp
  as $$ select * from contact_messages where id = p_id $$;

-- One row for each address that has asked. It gets letters from confirmed_at on; who leaves is deleted.
create table newsletter_subscriptions (
  email text primary key check (email = lower(btrim(email)) and length(email) between 3 and 255),
  -- Names the mail that was asked for last, and with the shop's secret makes the token in it.
  request_id uuid not null unique,
  -- SHA-256 of that token; null once it is spent.
  token_hash bytea unique check (length(token_hash) = 32),
  token_expires_at timestamptz,
  confirmed_at timestamptz,
  -- In every letter's link to leave. Not a secret of anybody's: it can only take its own row away.
  leaving_key uuid not null unique default gen_random_uuid(),
  created_at timestamptz not null default now(),
  constraint a_token_ends check ((token_hash is null) = (token_expires_at is null))
);
create index unconfirmed_subscriptions on newsletter_subscriptions (created_at) where confirmed_at is null;

-- Notes that an address asks for letters. For one that gets them already only the mail is new.
create function ask_for_newsletter(p_email text, p_request uuid, p_token_hash bytea, p_good_for interval) returns void
  language sql security definer set search_path = public, pg_temp
  as $$
    insert into newsletter_subscriptions as known (email, request_id, token_hash, token_expires_at)
    values (p_email, p_request, p_token_hash, now() + p_good_for)
    on conflict (email) do update set
      request_id = excluded.request_id,
      token_hash = case when known.confirmed_at is null then excluded.token_hash end,
      token_expires_at = case when known.confirmed_at is null then excluded.token_expires_at end
  $$;

-- What the mail to an address has to say. Nothing when another was asked for since.
create function newsletter_request(p_request uuid)
  returns table (email text, confirmed boolean, leaving_key uuid)
  language sql stable security definer set search_path = public, pg_temp
  as $$
    select email, confirmed_at is not null, leaving_key from newsletter_subscriptions where request_id = p_request
  $$;

-- Spends a token. False when it is unknown, spent, replaced or too old.
create function confirm_newsletter(p_token_hash bytea) returns boolean
  language sql security definer set search_path = public, pg_temp
  as $$
    with confirmed as (
      update newsletter_subscriptions set confirmed_at = now(), token_hash = null, token_expires_at = null
      where token_hash = p_token_hash and token_expires_at > now() returning 1
    )
    select exists (select from confirmed)
  $$;

create function leave_newsletter(p_leaving_key uuid) returns void
  language sql security definer set search_path = public, pg_temp
  as $$ delete from newsletter_subscriptions where leaving_key = p_leaving_key $$;

-- Forgets what is no longer needed: counts that have run out, messages of more than a year ago, and addresses
-- that somebody typed and nobody confirmed.
create function forget_strangers() returns void
  language sql security definer set search_path = public, pg_temp
  as $$
    delete from rate_limits where expire <= (extract(epoch from now()) * 1000)::bigint;
    delete from contact_messages where created_at < now() - interval '400 days';
    delete from newsletter_subscriptions
      where confirmed_at is null and created_at < now() - interval '7 days'
        and (token_expires_at is null or token_expires_at < now());
  $$;

alter table contact_messages enable row level security;
alter table newsletter_subscriptions enable row level security;
create policy leave_one on contact_messages for insert with check (true);

-- A mail may name where answers go and bring headers of its own, e.g. List-Unsubscribe.
alter table kept_mails
  add column reply_to text,
  add column headers jsonb not null default '{}';

revoke execute on all functions in schema public from public;
grant execute on function contact_message(uuid), ask_for_newsletter(text, uuid, bytea, interval),
  newsletter_request(uuid), confirm_newsletter(bytea), leave_newsletter(uuid), forget_strangers() to shop_app;
grant insert (id, name, email, subject, message) on contact_messages to shop_app;
grant select, insert, update, delete on rate_limits to shop_app;
