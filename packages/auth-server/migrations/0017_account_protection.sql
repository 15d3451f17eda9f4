-- What a stolen session, or a stranger who knows the password, must not be able to do to an account's owner.

alter table auth.sessions
  -- Access tokens carry the refresh counter they were issued at; those below this are refused although they have not
  -- expired: they date from before a second factor was shown or removed, or before a new password.
  add column access_floor integer not null default 0,
  -- The factors this session's assurance rests on, and those that had vouched for them.
  add column trusted_by uuid[] not null default '{}',
  -- Where it was last signed in or refreshed, for its owner's list of sessions: 'Chrome on Android'.
  add column device text check (length(device) between 1 and 60),
  add column address inet;

alter table auth.factors
  drop constraint factors_factor_type_check,
  add constraint factors_factor_type_check check (factor_type in ('totp', 'webauthn', 'recovery_code')),
  -- As of the session that has added it.
  add column trusted_by uuid[] not null default '{}';
create unique index one_set_of_recovery_codes on auth.factors (user_id) where factor_type = 'recovery_code';

-- Recovery codes that have not been used. The hint, a code's beginning, says which hash a typed code is compared with.
create table auth.recovery_codes (
  factor_id uuid not null references auth.factors on delete cascade,
  hint text not null,
  code_hash text not null,
  primary key (factor_id, hint)
);

-- For seven days the mail about a new factor carries a link that takes the factor away again. Apart from the other
-- mailed tokens: neither a new password nor a new address ends it, or whoever added the factor could.
create table auth.factor_undos (
  token_hash bytea primary key,
  user_id uuid not null references auth.users on delete cascade,
  factor_id uuid not null,
  added_at timestamptz not null,
  expires_at timestamptz not null
);
create index factor_undos_by_user on auth.factor_undos (user_id);
create index factor_undos_by_expiry on auth.factor_undos (expires_at);

-- Passwords that were replaced in the last two weeks: with one of them and the mailed link the owner undoes a factor,
-- also when a stranger has changed the password before or after adding it.
create table auth.former_passwords (
  id bigint primary key generated always as identity,
  user_id uuid not null references auth.users on delete cascade,
  password_hash text not null,
  replaced_at timestamptz not null
);
create index former_passwords_by_user on auth.former_passwords (user_id, replaced_at);
create index former_passwords_by_time on auth.former_passwords (replaced_at);

grant select, insert, update, delete on auth.recovery_codes, auth.factor_undos, auth.former_passwords to shop_auth;

-- As before, and: the access token must be no older than the session allows. Processes from before this migration name
-- no token; their shoppers are let in as long as nothing has raised the floor.
drop function auth.enter(uuid, uuid);
create function auth.enter(p_session uuid, p_user uuid, p_token integer default 0) returns void
  language plpgsql volatile security definer set search_path = ''
  as $$
begin
  perform from auth.sessions s
    join auth.users u on u.id = s.user_id
    where s.id = p_session and s.user_id = p_user and s.expires_at > now() and s.access_floor <= p_token
      and (u.banned_until is null or u.banned_until <= now())
      and (s.aal = 'aal2' or not exists (
        select from auth.factors f where f.user_id = p_user and f.status = 'verified'
      ));
  if not found then
    raise exception 'The session has ended' using errcode = 'SH401';
  end if;
  perform set_config('shop.user_id', p_user::text, true);
end $$;
revoke execute on function auth.enter(uuid, uuid, integer) from public;
grant execute on function auth.enter(uuid, uuid, integer) to shop_app;
