-- Open sessions, and the keys that sign their access tokens.

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
  created_at timestamptz not null,
  -- Access tokens carry the refresh counter they were issued at; those below this are refused although they have not
  -- expired: they date from before a second factor was shown or removed, or before a new password.
  access_floor integer not null default 0,
  -- The factors this session's assurance rests on, and those that had vouched for them.
  trusted_by uuid[] not null default '{}',
  -- Where it was last signed in or refreshed, for its owner's list of sessions: 'Chrome on Android'.
  device text check (length(device) between 1 and 60),
  address inet,
  -- At the latest, however often it is refreshed: other sessions have signed it out.
  ends_by timestamptz
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

-- Revision 2. What follows is applied again when it changes: raise the number then.

-- Makes the transaction one of this session's shopper; error SH401 when the session has ended, or the access token
-- `p_token` dates from before its floor.
create or replace function auth.enter(p_session uuid, p_user uuid, p_token integer default 0) returns void
  language plpgsql security definer set search_path = ''
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

-- A shopper sees where they are signed in, and ends single sessions. The shop still reads no table of the accounts: it
-- calls these, after auth.enter(), and they look at the sessions of current_shopper() alone.
create or replace function auth.open_sessions()
  returns table(id uuid, device text, address inet, signed_in_at timestamptz, last_seen_at timestamptz)
  language sql stable security definer set search_path = ''
  as $$
    select s.id, s.device, s.address, s.created_at, s.refreshed_at
    from auth.sessions s
    where s.user_id = public.current_shopper() and s.expires_at > now()
    order by s.refreshed_at desc, s.id
    limit 50
  $$;

-- When a session was proven last, in seconds since 1970.
create or replace function auth.last_proof(p_amr jsonb) returns double precision
  language sql immutable parallel safe set search_path = ''
  as $$
    select coalesce(max((proof ->> 'timestamp')::float8), 0) from jsonb_array_elements(p_amr) proof
  $$;

-- Whether a reset link has opened the session in the last ten minutes, and no password was set with it yet. Nobody ends
-- it in that time: whoever knows the old password could otherwise prevent the new one, which ends all other sessions.
create or replace function auth.is_resetting(p_session auth.sessions, p_now timestamptz) returns boolean
  language sql stable parallel safe set search_path = ''
  as $$
    select auth.reset_ends_at(p_session) > p_now and p_session.amr @> '[{"method": "recovery"}]'
  $$;

-- Ends the user's sessions but one that were proven no later than p_proof; those that reset the password end later.
create or replace function auth.end_sessions(p_user uuid, p_but uuid, p_proof double precision, p_now timestamptz)
  returns void
  language sql set search_path = ''
  as $$
    update auth.sessions s set ends_by = auth.reset_ends_at(s), expires_at = least(s.expires_at, auth.reset_ends_at(s))
      where s.user_id = p_user and s.id <> p_but and auth.last_proof(s.amr) <= p_proof and auth.is_resetting(s, p_now);
    delete from auth.sessions s
      where s.user_id = p_user and s.id <> p_but and auth.last_proof(s.amr) <= p_proof
        and not auth.is_resetting(s, p_now);
  $$;

-- Ends a session of the current shopper for their session p_by: 'ended', 'none' when there is none, 'newer' when it was
-- proven later, 'resetting' when it ends within ten minutes.
create or replace function auth.end_other_session(p_session uuid, p_by uuid) returns text
  language plpgsql security definer set search_path = ''
  as $$
declare
  v_user uuid := public.current_shopper();
  v_newer boolean;
  v_resetting boolean;
begin
  select auth.last_proof(s.amr) > auth.last_proof(own.amr), s.id <> own.id and auth.is_resetting(s, now())
    into v_newer, v_resetting
    from auth.sessions s, auth.sessions own
    where s.id = p_session and s.user_id = v_user and own.id = p_by and own.user_id = v_user
    for update of s;
  if not found then
    return 'none';
  elsif v_newer then
    return 'newer';
  elsif v_resetting then
    update auth.sessions s set ends_by = auth.reset_ends_at(s),
        expires_at = least(s.expires_at, auth.reset_ends_at(s))
      where s.id = p_session;
    return 'resetting';
  end if;
  delete from auth.sessions where id = p_session;
  insert into auth.audit_log (at, event, user_id, session_id, details)
    values (now(), 'session_ended', v_user, p_session, jsonb_build_object('by_session', p_by));
  return 'ended';
end $$;

-- When such a session ends at the latest, once another has signed it out: ten minutes after it began.
create or replace function auth.reset_ends_at(p_session auth.sessions) returns timestamptz
  language sql stable parallel safe set search_path = ''
  as $$ select p_session.created_at + interval '10 minutes' $$;

revoke all on auth.sessions from shop_auth;
grant select, insert, update, delete on auth.sessions to shop_auth;
revoke all on function
  auth.enter, auth.open_sessions, auth.last_proof, auth.is_resetting, auth.end_sessions, auth.end_other_session,
  auth.reset_ends_at from public;
grant execute on function auth.enter, auth.open_sessions, auth.end_other_session to shop_app;
grant execute on function auth.last_proof, auth.is_resetting, auth.end_sessions, auth.reset_ends_at to shop_auth;
