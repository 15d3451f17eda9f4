-- Whoever lost their access, or got a lesser role, must not get it back by an invitation from before.

-- When the role or the access was changed last.
alter table staff add column changed_at timestamptz;
update staff set changed_at = disabled_at where disabled_at is not null;

create function note_staff_change() returns trigger
  language plpgsql set search_path = public, pg_temp
  as $$
begin
  new.changed_at := now();
  return new;
end $$;
create trigger note_staff_change before update of role, disabled_at on staff
  for each row when ((old.role, old.disabled_at) is distinct from (new.role, new.disabled_at))
  execute function note_staff_change();

-- Withdraws the member's open invitations: to the address by which the staff knows them, and to that of their account.
create function withdraw_invitations() returns trigger
  language plpgsql security definer set search_path = public, pg_temp
  as $$
begin
  delete from staff_invitations where used_at is null and email in (
    select new.email union select email from auth.users where id = new.user_id
  );
  return null;
end $$;
create trigger withdraw_invitations after update of role, disabled_at on staff
  for each row when ((old.role, old.disabled_at) is distinct from (new.role, new.disabled_at))
  execute function withdraw_invitations();
revoke execute on function note_staff_change(), withdraw_invitations() from public;

-- As before, and an invitation is not good for a member whose role or access was changed after it was made: also when
-- it was to an address that their account has only got since.
create or replace function accept_staff_invitation(p_token_hash bytea, p_email text) returns text
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
