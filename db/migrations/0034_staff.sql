-- Staff: who runs the shop, in which role, and what each has changed. They work through a database role of their own;
-- each transaction is entered by auth.enter_staff(), and policies ask current_staff_role() (docs/decisions/073).

do $$
begin
  if not exists (select from pg_roles where rolname = 'shop_staff') then
    create role shop_staff nosuperuser nobypassrls;
  end if;
exception when duplicate_object or unique_violation then null; -- another database of this server was first
end $$;

-- An owner that is no superuser must be a member before it can take on the role.
do $$
begin
  if not pg_has_role(current_user, 'shop_staff', 'usage') then
    grant shop_staff to current_user;
  end if;
end $$;

-- Who is working: set for one transaction by auth.enter_staff().
create function current_staff() returns uuid
  language sql stable parallel safe
  as $$ select nullif(current_setting('shop.staff_id', true), '')::uuid $$;
create function current_staff_role() returns text
  language sql stable parallel safe
  as $$ select nullif(current_setting('shop.staff_role', true), '') $$;
create function current_staff_session() returns uuid
  language sql stable parallel safe
  as $$ select nullif(current_setting('shop.staff_session', true), '')::uuid $$;

create table staff (
  user_id uuid primary key,
  email text not null check (email = lower(btrim(email)) and length(email) between 3 and 255),
  role text not null check (role in ('owner', 'packer', 'accountant')),
  created_at timestamptz not null default now(),
  created_by uuid references staff, -- null: by a command on the server
  disabled_at timestamptz
);
create index staff_by_creator on staff (created_by);

-- Two changes at once would each see the other's owner: the second waits here.
create function wait_for_staff() returns trigger
  language plpgsql set search_path = public, pg_temp
  as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('staff', 0));
  return null;
end $$;
create trigger one_change_at_a_time before update or delete on staff
  for each statement execute function wait_for_staff();

create function keep_last_owner() returns trigger
  language plpgsql security definer set search_path = public, pg_temp
  as $$
begin
  if not exists (select from staff where role = 'owner' and disabled_at is null) then
    raise exception 'The last owner stays' using errcode = 'check_violation', constraint = 'last_owner';
  end if;
  return null;
end $$;
create trigger last_owner after update of role, disabled_at or delete on staff
  for each row when (old.role = 'owner' and old.disabled_at is null) execute function keep_last_owner();

-- The token is in the invitation's link alone.
create table staff_invitations (
  token_hash bytea primary key check (length(token_hash) = 32),
  id uuid not null unique default gen_random_uuid(),
  email text not null check (email = lower(btrim(email)) and length(email) between 3 and 255),
  role text not null check (role in ('owner', 'packer', 'accountant')),
  invited_by uuid references staff,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  used_at timestamptz
);
create index staff_invitations_by_inviter on staff_invitations (invited_by);
create unique index one_open_invitation on staff_invitations (email) where used_at is null;

-- What staff changed, written in the transaction of the change. Nobody but the database's owner can rewrite it.
create table audit_log (
  id bigint primary key generated always as identity,
  at timestamptz not null default now(),
  staff_id uuid references staff, -- null: a command on the server
  session_id uuid,
  verb text not null check (verb ~ '^[a-z_]{1,40}$'),
  subject_type text not null check (subject_type ~ '^[a-z_]{1,40}$'),
  subject_id text not null check (length(subject_id) <= 255),
  before jsonb,
  after jsonb,
  reason text
);
create index audit_log_by_staff on audit_log (staff_id, id desc);
create index audit_log_by_subject on audit_log (subject_type, subject_id, id desc);
create index audit_log_by_verb on audit_log (verb, id desc);
create index audit_log_by_age on audit_log (at);

-- Begins a transaction of the admin as a signed-in member of the staff. Raises SH401 when the session has ended, SH404
-- for others than staff, SH412 without a second factor, SH413 when it was shown more than p_fresh_seconds ago, and SH403
-- when the role is none of p_roles. Where no factor is required, as in demo mode, it need not be recent either.
-- As auth.enter() does, it lets nobody in who has a second factor and has not shown it.
create function auth.enter_staff(
  p_session uuid, p_user uuid, p_token integer, p_roles text[], p_require_factor boolean, p_fresh_seconds integer
) returns void
  language plpgsql volatile security definer set search_path = ''
  as $$
declare
  v_aal text;
  v_factor_at timestamptz;
begin
  select s.aal, (
      select max(to_timestamp((proof ->> 'timestamp')::float8)) from jsonb_array_elements(s.amr) proof
      where proof ->> 'method' in ('totp', 'mfa/webauthn', 'mfa/recovery_code')
    )
    into v_aal, v_factor_at
    from auth.sessions s
    join auth.users u on u.id = s.user_id
    where s.id = p_session and s.user_id = p_user and s.expires_at > now() and s.access_floor <= p_token
      and (u.banned_until is null or u.banned_until <= now())
      and (s.aal = 'aal2' or not exists (
        select from auth.factors f where f.user_id = p_user and f.status = 'verified'
      ));
  if not found then
    raise exception 'The session has ended' using errcode = 'SH401';
  end if;
  perform auth.admit_staff(p_session, p_user, v_aal = 'aal2', v_factor_at, p_roles, p_require_factor, p_fresh_seconds);
end $$;

-- The second half, and all of it where a hosted service keeps the accounts: the server passes on what the service's
-- verified token says of the second factor.
create function auth.admit_staff(
  p_session uuid, p_user uuid, p_second_factor boolean, p_factor_at timestamptz, p_roles text[],
  p_require_factor boolean, p_fresh_seconds integer
) returns void
  language plpgsql volatile security definer set search_path = ''
  as $$
declare
  v_role text := (select role from public.staff where user_id = p_user and disabled_at is null);
begin
  if v_role is null then
    raise exception 'Not staff' using errcode = 'SH404';
  end if;
  if p_require_factor and not coalesce(p_second_factor, false) then
    raise exception 'A second factor is needed' using errcode = 'SH412';
  end if;
  if p_roles is not null and v_role <> all (p_roles) then
    raise exception 'Not for this role' using errcode = 'SH403';
  end if;
  if p_require_factor and p_fresh_seconds is not null
    and coalesce(p_factor_at, '-infinity') < now() - make_interval(secs => p_fresh_seconds) then
    raise exception 'The second factor was shown too long ago' using errcode = 'SH413';
  end if;
  perform set_config('shop.staff_id', p_user::text, true), set_config('shop.staff_role', v_role, true),
    set_config('shop.staff_session', coalesce(p_session::text, ''), true),
    set_config('shop.staff_factor_at', coalesce(p_factor_at::text, ''), true);
end $$;

-- Makes the signed-in shopper staff, if their confirmed e-mail is the invited one; null when the invitation is not good
-- (any more). `p_email` counts only where a hosted service keeps the accounts: then its token has said so.
create function accept_staff_invitation(p_token_hash bytea, p_email text) returns text
  language plpgsql volatile security definer set search_path = public, pg_temp
  as $$
declare
  v_user uuid := current_shopper();
  v_email text := coalesce(
    (select email from auth.users where id = v_user and email_confirmed_at is not null),
    case when not exists (select from auth.users where id = v_user) then lower(btrim(p_email)) end
  );
  v_invitation staff_invitations;
begin
  update staff_invitations set used_at = now()
    where token_hash = p_token_hash and used_at is null and expires_at > now() and email = v_email and (
      invited_by is null
      or exists (select from staff where user_id = invited_by and role = 'owner' and disabled_at is null)
    )
    returning * into v_invitation;
  if not found or v_user is null then
    return null;
  end if;
  -- An invitation lowers no owner's role. Whoever was disabled works again, in the role of the invitation.
  insert into staff as present (user_id, email, role, created_by)
    values (v_user, v_email, v_invitation.role, v_invitation.invited_by)
    on conflict (user_id) do update set role = excluded.role, disabled_at = null, email = excluded.email
    where present.disabled_at is not null or present.role <> 'owner';
  insert into audit_log (staff_id, verb, subject_type, subject_id, after)
    values (v_user, 'accept_invitation', 'staff', v_user, jsonb_build_object('role', v_invitation.role));
  return (select role from staff where user_id = v_user);
end $$;

alter table staff enable row level security;
alter table staff_invitations enable row level security;
alter table audit_log enable row level security;
create policy seen on staff for select to shop_staff
  using ((select current_staff_role()) in ('owner', 'accountant') or user_id = (select current_staff()));
create policy changed on staff for update to shop_staff using ((select current_staff_role()) = 'owner');
create policy owners on staff_invitations to shop_staff using ((select current_staff_role()) = 'owner');
create policy seen on audit_log for select to shop_staff
  using ((select current_staff_role()) in ('owner', 'accountant') or staff_id = (select current_staff()));
create policy own on audit_log for insert to shop_staff with check (staff_id = (select current_staff()));

revoke execute on function current_staff(), current_staff_role(), current_staff_session(), wait_for_staff(),
  keep_last_owner(), accept_staff_invitation(bytea, text) from public;
revoke execute on function auth.enter_staff(uuid, uuid, integer, text[], boolean, integer),
  auth.admit_staff(uuid, uuid, boolean, timestamptz, text[], boolean, integer) from public;
grant usage on schema public, auth to shop_staff;
grant execute on function current_staff(), current_staff_role(), current_staff_session() to shop_staff;
grant execute on function auth.enter_staff(uuid, uuid, integer, text[], boolean, integer),
  auth.admit_staff(uuid, uuid, boolean, timestamptz, text[], boolean, integer) to shop_staff;
grant execute on function accept_staff_invitation(bytea, text), current_staff(), current_staff_role() to shop_app;
grant select, update (role, disabled_at) on staff to shop_staff;
grant select (id, email, role, invited_by, created_at, expires_at, used_at), insert, delete on staff_invitations
  to shop_staff;
grant select, insert on audit_log to shop_staff;

-- Invitations that nobody has accepted and nobody can any more.
create function delete_expired_invitations(p_before timestamptz, p_most integer) returns integer
  language sql volatile security definer set search_path = public, pg_temp
  as $$
    with old as (
      select token_hash from staff_invitations where used_at is null and expires_at < p_before
      order by expires_at limit p_most
      for update skip locked
    ), gone as (
      delete from staff_invitations where token_hash = any(array(select token_hash from old)) returning 1
    )
    select count(*)::integer from gone
  $$;

revoke execute on function delete_expired_invitations(timestamptz, integer) from public;
grant execute on function delete_expired_invitations(timestamptz, integer) to shop_app;
