-- Accounts: who may sign in, which sessions are open, and what happened. Only the auth server knows these tables; a
-- shop knows a user's id and asks auth.enter().

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
grant usage on schema auth to shop_auth, shop_app, shop_staff;

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
  updated_at timestamptz not null,
  email_change text check (email_change = lower(btrim(email_change))),
  email_change_accepted boolean not null default false, -- unused: email_change_accepted_by says more
  -- A change of address needs both mailboxes; this is the one that has agreed.
  email_change_accepted_by text
    check (email_change_accepted_by in ('email_change_current', 'email_change_new'))
);

-- Revision 2. What follows is applied again when it changes: raise the number then.

revoke all on auth.users from shop_auth;
grant select, insert, update, delete on auth.users to shop_auth;
