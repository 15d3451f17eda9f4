-- Second factors, recovery codes, and the ways to undo a factor that a stranger has added.

create table auth.factors (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users on delete cascade,
  friendly_name text not null check (length(friendly_name) <= 100),
  factor_type text not null check (factor_type in ('totp', 'webauthn', 'recovery_code')),
  status text not null default 'unverified' check (status in ('unverified', 'verified')),
  secret bytea, -- TOTP: sealed
  last_step bigint, -- TOTP: no code of this time step or before is taken again
  credential jsonb, -- WebAuthn: {id, publicKey, counter, transports}
  created_at timestamptz not null,
  updated_at timestamptz not null,
  -- As of the session that has added it.
  trusted_by uuid[] not null default '{}'
);
create unique index one_factor_per_name on auth.factors (user_id, friendly_name) where friendly_name <> '';
create index factors_by_user on auth.factors (user_id);
create index verified_factors on auth.factors (user_id) where status = 'verified';
create unique index one_set_of_recovery_codes on auth.factors (user_id) where factor_type = 'recovery_code';

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

-- Recovery codes that have not been used. The hint, a code's beginning, says which hash a typed code is compared with.
create table auth.recovery_codes (
  factor_id uuid not null references auth.factors on delete cascade,
  hint text not null,
  code_hash text not null,
  primary key (factor_id, hint)
);

-- For seven days the email about a new factor has a link that takes the factor away again. Apart from the other emailed
-- tokens: neither a new password nor a new address ends it, or whoever added the factor could.
create table auth.factor_undos (
  token_hash bytea primary key,
  user_id uuid not null references auth.users on delete cascade,
  factor_id uuid not null,
  added_at timestamptz not null,
  expires_at timestamptz not null,
  -- Where the email went. Its link counts only while the account has that address, like every other emailed link.
  email text
);
create index factor_undos_by_user on auth.factor_undos (user_id);
create index factor_undos_by_expiry on auth.factor_undos (expires_at);

-- Passwords that were replaced in the last two weeks: with one of them and the emailed link the owner undoes a factor,
-- also when a stranger has changed the password before or after adding it.
create table auth.former_passwords (
  id bigint primary key generated always as identity,
  user_id uuid not null references auth.users on delete cascade,
  password_hash text not null,
  replaced_at timestamptz not null
);
create index former_passwords_by_user on auth.former_passwords (user_id, replaced_at);
create index former_passwords_by_time on auth.former_passwords (replaced_at);

-- Revision 2. What follows is applied again when it changes: raise the number then.

revoke all on
  auth.factors, auth.challenges, auth.recovery_codes, auth.factor_undos, auth.former_passwords from shop_auth;
grant select, insert, update, delete on
  auth.factors, auth.challenges, auth.recovery_codes, auth.factor_undos, auth.former_passwords to shop_auth;
