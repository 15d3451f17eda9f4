-- The newsletter: who subscribed, and campaigns, sent as jobs, each address once (docs/decisions/076).

-- One row for each address that has asked. It gets letters from confirmed_at on; who leaves is deleted.
create table newsletter_subscriptions (
  email text primary key check (email = lower(btrim(email)) and length(email) between 3 and 255),
  -- Names the email that was asked for last, and with the shop's secret makes the token in it.
  request_id uuid not null unique,
  -- SHA-256 of that token; null once it is spent.
  token_hash bytea unique check (length(token_hash) = 32),
  token_expires_at timestamptz,
  confirmed_at timestamptz,
  -- In every letter's link to unsubscribe. Not a secret of anybody's: it can only take its own row away.
  unsubscribe_token uuid not null unique default gen_random_uuid(),
  created_at timestamptz not null default now(),
  constraint token_has_expiry check ((token_hash is null) = (token_expires_at is null))
);
create index unconfirmed_subscriptions on newsletter_subscriptions (created_at) where confirmed_at is null;
alter table newsletter_subscriptions enable row level security;

-- Makes the unsubscribe link of an address the same for its next subscription. Only the owner reads it; restored with
-- its database.
create table newsletter_token_key (
  only_row boolean primary key default true check (only_row),
  key bytea not null default uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid())
);
insert into newsletter_token_key default values;

create table newsletter_letters (
  id uuid primary key default gen_random_uuid(),
  subject text not null check (length(subject) <= 200),
  heading text not null check (length(heading) <= 200),
  text text not null check (length(text) <= 10000),
  button_label text not null check (length(button_label) <= 60),
  button_url text not null check (length(button_url) <= 500),
  picture text check (picture ~ '^/pictures/og/[a-z0-9-]+\.jpg$'),
  picture_text text not null check (length(picture_text) <= 200),
  -- 'sent' is derived: sending, and no address waits.
  state text not null default 'draft' check (state in ('draft', 'sending', 'stopped')),
  -- Rises with every change of the text; the test letter was of tested_version.
  version integer not null default 1,
  tested_version integer,
  -- Rises with every start, so that the jobs of an earlier one end.
  run integer not null default 0,
  recipients integer not null default 0,
  sent integer not null default 0,
  failed integer not null default 0,
  created_by uuid not null references staff,
  created_at timestamptz not null default now(),
  changed_at timestamptz not null default now(),
  sent_at timestamptz,
  constraint sent_as_tested check (state = 'draft' or tested_version = version)
);
create index newsletter_letters_by_age on newsletter_letters (created_at desc, id);
create index newsletter_letters_by_writer on newsletter_letters (created_by);
alter table newsletter_letters enable row level security;

-- One row for each address of a letter; whoever unsubscribes takes theirs along.
create table newsletter_deliveries (
  id uuid primary key default gen_random_uuid(),
  letter_id uuid not null references newsletter_letters on delete cascade,
  email text not null references newsletter_subscriptions (email) on delete cascade,
  queued_at timestamptz,
  sent_at timestamptz,
  failed_at timestamptz,
  -- Failed, but not because of its address; sent again when the campaign is continued.
  held boolean not null default false,
  constraint once_per_address unique (letter_id, email),
  constraint held_has_failed check (not held or failed_at is not null)
);
create index newsletter_deliveries_by_email on newsletter_deliveries (email);
create index newsletter_deliveries_unqueued on newsletter_deliveries (letter_id, id) where queued_at is null;
create index newsletter_deliveries_waiting on newsletter_deliveries (letter_id)
  where sent_at is null and failed_at is null;
create index newsletter_deliveries_held on newsletter_deliveries (letter_id) where held;
alter table newsletter_deliveries enable row level security;

-- Revision 2. What follows is applied again when it changes: raise the number then.

-- A new request replaces the one before. Who is subscribed already gets no token: the email then only says so.
create or replace function request_newsletter_subscription(
  p_email text, p_request uuid, p_token_hash bytea, p_good_for interval
) returns void
  language sql security definer set search_path = public, pg_temp
  as $$
    insert into newsletter_subscriptions as known (email, request_id, token_hash, token_expires_at)
    values (p_email, p_request, p_token_hash, now() + p_good_for)
    on conflict (email) do update set
      request_id = excluded.request_id,
      token_hash = case when known.confirmed_at is null then excluded.token_hash end,
      token_expires_at = case when known.confirmed_at is null then excluded.token_expires_at end
  $$;

-- False for a token that is unknown, spent or expired.
create or replace function confirm_newsletter_subscription(p_token_hash bytea) returns boolean
  language sql security definer set search_path = public, pg_temp
  as $$
    with confirmed as (
      update newsletter_subscriptions set confirmed_at = now(), token_hash = null, token_expires_at = null
      where token_hash = p_token_hash and token_expires_at > now() returning 1
    )
    select exists (select from confirmed)
  $$;

-- An address always gets the same token, a UUID of version 8: an email of an earlier subscription ends the present one,
-- too. Rows from before keep theirs, of version 4, for the emails that were sent with it.
create or replace function set_unsubscribe_token() returns trigger
  language plpgsql security definer set search_path = public, pg_temp
  as $$
begin
  new.unsubscribe_token := (
    select overlay(overlay(left(encode(sha256(key || convert_to(new.email, 'UTF8')), 'hex'), 32)
      placing '8' from 13) placing '8' from 17)::uuid
    from newsletter_token_key
  );
  return new;
end $$;

-- Deletes the address with this token. @returns whether nobody is subscribed with it now for certain: false for a token
-- from before that no address has, because its address may have subscribed again since, with another.
create or replace function end_newsletter_subscription(p_unsubscribe_token uuid) returns boolean
  language sql security definer set search_path = public, pg_temp
  as $$
    with gone as (delete from newsletter_subscriptions where unsubscribe_token = p_unsubscribe_token returning 1)
    select exists (select from gone) or substr(p_unsubscribe_token::text, 15, 1) = '8'
  $$;

create or replace trigger newsletter_subscriptions_token before insert on newsletter_subscriptions
  for each row execute function set_unsubscribe_token();

drop policy if exists owners on newsletter_letters;
create policy owners on newsletter_letters to shop_staff
  using ((select current_staff_role()) = 'owner');
drop policy if exists owners on newsletter_deliveries;
create policy owners on newsletter_deliveries to shop_staff
  using ((select current_staff_role()) = 'owner');
drop policy if exists owners on newsletter_subscriptions;
create policy owners on newsletter_subscriptions for select to shop_staff
  using ((select current_staff_role()) = 'owner');

drop policy if exists worker on newsletter_subscriptions;
create policy worker on newsletter_subscriptions to shop_worker
  using (true);
drop policy if exists worker on newsletter_letters;
create policy worker on newsletter_letters to shop_worker
  using (true);
drop policy if exists worker on newsletter_deliveries;
create policy worker on newsletter_deliveries to shop_worker
  using (true);

revoke all on newsletter_subscriptions, newsletter_letters, newsletter_deliveries from shop_staff, shop_worker;
grant select (email, request_id, token_expires_at, confirmed_at, unsubscribe_token, created_at), update (request_id),
  delete on newsletter_subscriptions to shop_worker;
grant select, update (state, sent, failed) on newsletter_letters to shop_worker;
grant select, update (queued_at, sent_at, failed_at, held) on newsletter_deliveries to shop_worker;
grant select, insert, delete on newsletter_letters to shop_staff;
grant select, insert, update (held, failed_at, queued_at) on newsletter_deliveries to shop_staff;
grant select (email, request_id, confirmed_at, unsubscribe_token) on newsletter_subscriptions to shop_staff;
grant update (subject, heading, text, button_label, button_url, picture, picture_text, state, version, tested_version,
  run, recipients, failed, changed_at, sent_at) on newsletter_letters to shop_staff;
revoke all on function
  request_newsletter_subscription, confirm_newsletter_subscription, set_unsubscribe_token, end_newsletter_subscription
  from public;
grant execute on function
  request_newsletter_subscription, confirm_newsletter_subscription, end_newsletter_subscription
  to shop_app;
