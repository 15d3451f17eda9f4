-- Accounts: who may sign in, which sessions are open, and what happened.
-- Only the server's auth module knows these tables; the shop knows a user's id and asks auth.enter().

do $$
begin
  if not exists (select from pg_roles where rolname = 'shop_auth') then
    create role shop_auth nosuperuser nobypassrls;
  end if;
exception when duplicate_object or unique_violation then null; -- another database of this server was first
end $$;

-- An owner that is no superuser must be a member before it can take on the role.
do $$
begin
  if not pg_has_role(current_user, 'shop_auth', 'usage') then
    grant shop_auth to current_user;
  end if;
end $$;

create schema auth;

create table auth.users (
  id uuid primary key default gen_random_uuid(),
  identity_id uuid not null default gen_random_uuid(),
  email text not null constraint one_user_per_email unique
    check (email = lower(btrim(email)) and length(email) between 3 and 255),
  password_hash text,
  email_confirmed_at timestamptz,
  -- Travels in every access token, so it stays small.
  user_metadata jsonb not null default '{}' constraint small_user_metadata
    check (jsonb_typeof(user_metadata) = 'object' and octet_length(user_metadata::text) <= 4096),
  banned_until timestamptz,
  last_sign_in_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null
);

create table auth.sessions (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users on delete cascade,
  aal text not null default 'aal1' check (aal in ('aal1', 'aal2')),
  amr jsonb not null check (jsonb_typeof(amr) = 'array'), -- [{method, timestamp}], the newest first
  refresh_counter integer not null default 0 check (refresh_counter >= 0),
  -- Refresh tokens numbered below it are dead whatever else holds: they date from before a second factor.
  refresh_floor integer not null default 0,
  -- Every refresh moves it on; when it is too far in the future the session refreshes too often.
  refresh_paid_until timestamptz not null,
  refreshed_at timestamptz not null,
  expires_at timestamptz not null, -- the earlier of the idle limit and the absolute one
  created_at timestamptz not null
);
create index sessions_by_user on auth.sessions (user_id);
create index sessions_by_expiry on auth.sessions (expires_at);

create table auth.signing_keys (
  id text primary key,
  public_jwk jsonb not null,
  private_key bytea not null, -- sealed with a key that is not in the database
  signs_from timestamptz not null,
  created_at timestamptz not null
);

-- What happened to whom, without e-mail addresses, tokens or codes. Rows outlive the accounts they speak of.
create table auth.audit_log (
  id bigint primary key generated always as identity,
  at timestamptz not null,
  event text not null check (event ~ '^[a-z_]+$'),
  user_id uuid,
  session_id uuid,
  address inet,
  details jsonb not null default '{}'
);
create index audit_log_by_user on auth.audit_log (user_id, at desc);
create index audit_log_by_time on auth.audit_log using brin (at);

-- The shape rate-limiter-flexible expects. Unlogged: a limit costs no disk flush, and a crash of the
-- server may forgive what was counted.
create unlogged table auth.rate_limits (
  key varchar(255) primary key,
  points integer not null default 0,
  expire bigint
);

-- Begins a transaction of the shop as a signed-in shopper: current_shopper() is this user until it ends.
-- Raises SH401 when the session has ended or the account is gone or banned, so signing out works at once.
create function auth.enter(p_session uuid, p_user uuid) returns void
  language plpgsql volatile security definer set search_path = ''
  as $$
begin
  perform from auth.sessions s
    join auth.users u on u.id = s.user_id
    where s.id = p_session and s.user_id = p_user and s.expires_at > now()
      and (u.banned_until is null or u.banned_until <= now());
  if not found then
    raise exception 'The session has ended' using errcode = 'SH401';
  end if;
  perform set_config('shop.user_id', p_user::text, true);
end $$;

revoke execute on all functions in schema auth from public;
grant usage on schema auth to shop_auth, shop_app;
grant execute on function auth.enter(uuid, uuid) to shop_app;
grant select, insert, update, delete on auth.users, auth.sessions, auth.rate_limits to shop_auth;
grant select, insert, delete on auth.signing_keys, auth.audit_log to shop_auth;
