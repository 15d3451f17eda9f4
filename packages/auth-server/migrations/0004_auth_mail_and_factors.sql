-- Accounts, second part: what is proven by mail, and second factors.

alter table auth.users
  add column email_change text check (email_change = lower(btrim(email_change))),
  -- The change waits for both mailboxes; this says that one of them has agreed.
  add column email_change_accepted boolean not null default false;

-- What was mailed and can be used once: only its hash, and of each kind only the newest.
create table auth.one_time_tokens (
  token_hash bytea primary key,
  user_id uuid not null references auth.users on delete cascade,
  kind text not null check (kind in (
    'signup', 'recovery', 'magiclink', 'email_change_current', 'email_change_new', 'reauthentication', 'auth_code'
  )),
  email text not null, -- where it was sent
  proof text not null default 'otp' check (proof in ('otp', 'recovery')), -- what a session opened with it says
  -- PKCE: only who knows the verifier of this challenge may go on.
  code_challenge text,
  code_challenge_method text check (code_challenge_method in ('s256', 'plain')),
  -- What this sign-up typed. It counts when its own link is followed, not what a stranger typed before.
  password_hash text,
  user_metadata jsonb,
  tries smallint not null default 0,
  expires_at timestamptz not null,
  created_at timestamptz not null,
  constraint newest_only unique (user_id, kind)
);
create index one_time_tokens_by_expiry on auth.one_time_tokens (expires_at);

create table auth.factors (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users on delete cascade,
  friendly_name text not null check (length(friendly_name) <= 100),
  factor_type text not null check (factor_type in ('totp', 'webauthn')),
  status text not null default 'unverified' check (status in ('unverified', 'verified')),
  secret bytea, -- TOTP: sealed
  last_step bigint, -- TOTP: no code of this time step or before is taken again
  credential jsonb, -- WebAuthn: {id, publicKey, counter, transports}
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create unique index one_factor_per_name on auth.factors (user_id, friendly_name) where friendly_name <> '';
create index factors_by_user on auth.factors (user_id);
create index verified_factors on auth.factors (user_id) where status = 'verified';

create table auth.challenges (
  id uuid primary key default gen_random_uuid(),
  factor_id uuid not null references auth.factors on delete cascade,
  session_id uuid not null references auth.sessions on delete cascade,
  webauthn_challenge text,
  expires_at timestamptz not null
);
create index challenges_by_factor on auth.challenges (factor_id);
create index challenges_by_session on auth.challenges (session_id);
create index challenges_by_expiry on auth.challenges (expires_at);

-- A user as the service knows one: the row, and what stands of the factors in the protocol's user.
create function auth.with_factors(p_user jsonb) returns jsonb
  language sql stable set search_path = ''
  as $$
    select p_user || jsonb_build_object('factors', coalesce((
      select jsonb_agg(jsonb_build_object(
        'id', f.id, 'friendly_name', f.friendly_name, 'factor_type', f.factor_type, 'status', f.status,
        'created_at', f.created_at, 'updated_at', f.updated_at
      ) order by f.created_at, f.id)
      from auth.factors f where f.user_id = (p_user ->> 'id')::uuid
    ), '[]'::jsonb))
  $$;

-- As before, and: whoever has a second factor must have shown it.
create or replace function auth.enter(p_session uuid, p_user uuid) returns void
  language plpgsql volatile security definer set search_path = ''
  as $$
begin
  perform from auth.sessions s
    join auth.users u on u.id = s.user_id
    where s.id = p_session and s.user_id = p_user and s.expires_at > now()
      and (u.banned_until is null or u.banned_until <= now())
      and (s.aal = 'aal2' or not exists (
        select from auth.factors f where f.user_id = p_user and f.status = 'verified'
      ));
  if not found then
    raise exception 'The session has ended' using errcode = 'SH401';
  end if;
  perform set_config('shop.user_id', p_user::text, true);
end $$;

revoke execute on function auth.with_factors(jsonb) from public;
grant execute on function auth.with_factors(jsonb) to shop_auth;
grant select, insert, update, delete on auth.one_time_tokens, auth.factors, auth.challenges to shop_auth;
