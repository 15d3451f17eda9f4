-- Staff: who runs the shop and in which role. They work through a database role of their own; each transaction is
-- entered by auth.enter_staff(), and policies ask current_staff_role() (docs/decisions/073).

create table staff (
  user_id uuid primary key,
  email text not null check (email = lower(btrim(email)) and length(email) between 3 and 255),
  role text not null check (role in ('owner', 'packer', 'accountant')),
  created_at timestamptz not null default now(),
  created_by uuid references staff, -- null: by a command on the server
  disabled_at timestamptz,
  -- When the role or the access was changed last: an invitation from before does not give it back.
  changed_at timestamptz
);
create index staff_by_creator on staff (created_by);
alter table staff enable row level security;

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
alter table staff_invitations enable row level security;

-- When each session was last used in the admin, up to five minutes late: not every page writes.
create table staff_sessions (
  session_id uuid primary key,
  user_id uuid not null references staff on delete cascade,
  used_at timestamptz not null default now()
);
create index staff_sessions_by_member on staff_sessions (user_id);
alter table staff_sessions enable row level security;

-- Revision 5. What follows is applied again when it changes: raise the number then.

-- Makes the transaction one of this session's member of the staff. Errors: SH401 as auth.enter(), SH404 for whoever is no
-- staff, SH412 without a second factor, SH403 for a role that is not among `p_roles`, SH413 where the session was not used
-- for eight hours or the factor was shown too long ago.
create or replace function auth.enter_staff(
  p_session uuid, p_user uuid, p_token integer, p_roles text[], p_require_factor boolean, p_fresh_seconds integer,
  p_in_use boolean default true
) returns void
  language plpgsql security definer set search_path = ''
  as $$
declare
  v_aal text;
  v_factor_at timestamptz;
  v_role text;
  v_used_at timestamptz;
begin
  perform auth.enter(p_session, p_user, p_token);
  perform set_config('shop.user_id', '', true); -- or row security would also show what is theirs as a shopper
  select aal, (
      select max(to_timestamp((proof ->> 'timestamp')::float8)) from jsonb_array_elements(amr) proof
      where proof ->> 'method' in ('totp', 'mfa/webauthn', 'mfa/recovery_code')
    )
    into v_aal, v_factor_at from auth.sessions where id = p_session;
  select staff.role, sessions.used_at into v_role, v_used_at
    from public.staff
    left join public.staff_sessions sessions on sessions.session_id = p_session and sessions.user_id = staff.user_id
    where staff.user_id = p_user and staff.disabled_at is null;
  if v_role is null then
    raise exception 'Not staff' using errcode = 'SH404';
  end if;
  if p_require_factor and v_aal is distinct from 'aal2' then
    raise exception 'A second factor is needed' using errcode = 'SH412';
  end if;
  if p_roles is not null and v_role <> all (p_roles) then
    raise exception 'Not for this role' using errcode = 'SH403';
  end if;
  if p_require_factor and coalesce(greatest(v_used_at, v_factor_at), '-infinity') < now() - interval '8 hours' then
    raise exception 'The session was not used for too long' using errcode = 'SH413';
  end if;
  if p_require_factor and p_fresh_seconds is not null
    and coalesce(v_factor_at, '-infinity') < now() - make_interval(secs => p_fresh_seconds) then
    raise exception 'The second factor was shown too long ago' using errcode = 'SH413';
  end if;
  -- A page asks for several things at once: one of them writes, and none waits for it.
  if p_in_use and p_require_factor and coalesce(v_used_at, '-infinity') < now() - interval '5 minutes'
    and pg_try_advisory_xact_lock(hashtextextended('staff_sessions ' || p_session, 0)) then
    insert into public.staff_sessions (session_id, user_id) values (p_session, p_user)
      on conflict (session_id) do update set user_id = excluded.user_id, used_at = excluded.used_at;
  end if;
  perform set_config('shop.staff_id', p_user::text, true), set_config('shop.staff_role', v_role, true),
    set_config('shop.staff_session', p_session::text, true),
    set_config('shop.staff_factor_at', coalesce(v_factor_at::text, ''), true),
    set_config('shop.staff_factor_required', p_require_factor::text, true);
end $$;

-- Who is working: set for one transaction by auth.enter_staff().
create or replace function current_staff() returns uuid
  language sql stable parallel safe
  as $$ select nullif(current_setting('shop.staff_id', true), '')::uuid $$;

-- Null for whoever is no staff.
create or replace function current_staff_role() returns text
  language sql stable parallel safe
  as $$ select nullif(current_setting('shop.staff_role', true), '') $$;

-- Two changes at once would each see the other's owner: the second waits here. An invitation from before the change is
-- not good any more.
create or replace function note_staff_change() returns trigger
  language plpgsql set search_path = public, pg_temp
  as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('staff', 0));
  if tg_op = 'DELETE' then
    return old;
  end if;
  if old.role <> new.role or old.disabled_at is distinct from new.disabled_at then
    new.changed_at := now();
  end if;
  return new;
end $$;

-- A shop without an owner could not be given one in the admin. The member's open invitations are withdrawn: to the
-- address by which the staff knows them, and to that of their account.
create or replace function check_staff_change() returns trigger
  language plpgsql security definer set search_path = public, pg_temp
  as $$
begin
  if old.role = 'owner' and old.disabled_at is null
    and not exists (select from staff where role = 'owner' and disabled_at is null) then
    raise exception 'The last owner stays' using errcode = 'check_violation', constraint = 'last_owner';
  end if;
  if tg_op = 'UPDATE' and old.changed_at is distinct from new.changed_at then
    delete from staff_invitations where used_at is null and email in (
      select new.email union select email from auth.users where id = new.user_id
    );
  end if;
  return null;
end $$;

-- Makes the signed-in shopper staff, if their confirmed email is the invited one; null when the invitation is not good
-- (any more). It is not for a member whose role or access was changed after it was made, also when it was to an address
-- that their account has only got since.
create or replace function accept_staff_invitation(p_token_hash bytea) returns text
  language plpgsql security definer set search_path = public, pg_temp
  as $$
declare
  v_user uuid := current_shopper();
  v_email text := (select email from auth.users where id = v_user and email_confirmed_at is not null);
  v_invitation staff_invitations;
begin
  perform from staff where user_id = v_user for update; -- a change under way ends first
  update staff_invitations set used_at = now()
    where token_hash = p_token_hash and used_at is null and expires_at > now() and email = v_email and (
      invited_by is null
      or exists (select from staff where user_id = invited_by and role = 'owner' and disabled_at is null)
    ) and not exists (
      select from staff where user_id = v_user and changed_at >= staff_invitations.created_at
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
    values (v_user, 'accept_invitation', 'staff', v_email, jsonb_build_object('role', v_invitation.role));
  return (select role from staff where user_id = v_user);
end $$;

-- The 10 minutes are FRESH_SECONDS in domain/staff.ts. Where no factor is required, as in demo mode, none need be
-- recent.
create or replace function staff_factor_is_fresh() returns boolean
  language sql stable
  as $$
    select coalesce(current_setting('shop.staff_factor_required', true), '') = 'false' or coalesce(
      nullif(current_setting('shop.staff_factor_at', true), '')::timestamptz >= now() - interval '10 minutes', false
    )
  $$;

create or replace trigger note_change before delete or update of role, disabled_at on staff
  for each row execute function note_staff_change();
create or replace trigger check_change after delete or update of role, disabled_at on staff
  for each row execute function check_staff_change();

drop policy if exists seen on staff;
create policy seen on staff for select to shop_staff
  using ((select current_staff_role()) in ('owner', 'accountant') or user_id = (select current_staff()));
drop policy if exists changed on staff;
create policy changed on staff for update to shop_staff
  using ((select current_staff_role()) = 'owner');
drop policy if exists owners on staff_invitations;
create policy owners on staff_invitations to shop_staff
  using ((select current_staff_role()) = 'owner');

drop policy if exists worker on staff;
create policy worker on staff for select to shop_worker
  using (true);
drop policy if exists worker on staff_invitations;
create policy worker on staff_invitations to shop_worker
  using (used_at is null);
drop policy if exists worker on staff_sessions;
create policy worker on staff_sessions to shop_worker
  using (true);

revoke all on staff, staff_invitations, staff_sessions from shop_staff, shop_worker;
grant select on staff to shop_staff;
grant insert, delete on staff_invitations to shop_staff;
grant update (role, disabled_at) on staff to shop_staff;
grant select (id, email, role, invited_by, created_at, expires_at, used_at) on staff_invitations to shop_staff;
grant select (user_id, role, disabled_at) on staff to shop_worker;
-- `for update`, which passes over a locked row, needs the right to update one column.
grant select (id, invited_by, expires_at, used_at), update (id), delete on staff_invitations to shop_worker;
grant select (session_id, used_at), update (session_id), delete on staff_sessions to shop_worker;
revoke all on function
  current_staff, current_staff_role, note_staff_change, check_staff_change, accept_staff_invitation,
  staff_factor_is_fresh, auth.enter_staff
  from public;
grant execute on function current_staff, current_staff_role to shop_app, shop_staff;
grant execute on function staff_factor_is_fresh, auth.enter_staff to shop_staff;
grant execute on function accept_staff_invitation to shop_app;
