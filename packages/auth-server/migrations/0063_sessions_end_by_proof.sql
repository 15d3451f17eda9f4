-- Whoever holds a stolen session must not be able to end each new session of its owner. A session ends others without
-- more only if they have not been proven (by password, factor or mail) more recently than it has been itself.

-- At the latest, however often it is refreshed: other sessions have signed it out.
alter table auth.sessions add column ends_by timestamptz;

-- When a session was proven last, in seconds since 1970.
create function auth.last_proof(p_amr jsonb) returns float8
  language sql immutable parallel safe set search_path = ''
  as $$
    select coalesce(max((proof ->> 'timestamp')::float8), 0) from jsonb_array_elements(p_amr) proof
  $$;

-- Whether a reset link has opened the session in the last ten minutes, and no password was set with it yet. Nobody ends
-- it in that time: whoever knows the old password could otherwise prevent the new one, which ends all other sessions.
create function auth.is_resetting(p_session auth.sessions, p_now timestamptz) returns boolean
  language sql stable parallel safe set search_path = ''
  as $$
    select p_session.created_at > p_now - interval '10 minutes' and p_session.amr @> '[{"method": "recovery"}]'
  $$;

-- Ends the user's sessions but one that were proven no later than p_proof; those that reset the password end later.
create function auth.end_sessions(p_user uuid, p_but uuid, p_proof float8, p_now timestamptz) returns void
  language sql volatile set search_path = ''
  as $$
    update auth.sessions s set ends_by = s.created_at + interval '10 minutes',
        expires_at = least(s.expires_at, s.created_at + interval '10 minutes')
      where s.user_id = p_user and s.id <> p_but and auth.last_proof(s.amr) <= p_proof and auth.is_resetting(s, p_now);
    delete from auth.sessions s
      where s.user_id = p_user and s.id <> p_but and auth.last_proof(s.amr) <= p_proof
        and not auth.is_resetting(s, p_now);
  $$;

-- Ends a session of the current shopper for their session p_by: 'ended', 'none' when there is none, 'newer' when it was
-- proven later, 'resetting' when it ends within ten minutes.
create function auth.end_other_session(p_session uuid, p_by uuid) returns text
  language plpgsql volatile security definer set search_path = ''
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
    update auth.sessions set ends_by = created_at + interval '10 minutes',
        expires_at = least(expires_at, created_at + interval '10 minutes')
      where id = p_session;
    return 'resetting';
  end if;
  delete from auth.sessions where id = p_session;
  insert into auth.audit_log (at, event, user_id, session_id, details)
    values (now(), 'session_ended', v_user, p_session, jsonb_build_object('by_session', p_by));
  return 'ended';
end $$;

-- For processes from before this migration.
create or replace function auth.end_session(p_session uuid, p_by uuid) returns boolean
  language sql volatile security definer set search_path = ''
  as $$ select auth.end_other_session(p_session, p_by) = 'ended' $$;

-- A mailed code belongs to the session that asked for it: another session's request does not replace it, and another
-- session's tries do not use it up.
alter table auth.one_time_tokens
  add column session_id uuid references auth.sessions on delete cascade,
  drop constraint newest_only,
  add constraint newest_only unique nulls not distinct (user_id, kind, pkce_challenge, session_id);
create index one_time_tokens_by_session on auth.one_time_tokens (session_id);

revoke execute on function auth.last_proof(jsonb), auth.is_resetting(auth.sessions, timestamptz),
  auth.end_sessions(uuid, uuid, float8, timestamptz),
  auth.end_other_session(uuid, uuid) from public;
grant execute on function auth.last_proof(jsonb), auth.is_resetting(auth.sessions, timestamptz),
  auth.end_sessions(uuid, uuid, float8, timestamptz) to shop_auth;
grant execute on function auth.end_other_session(uuid, uuid) to shop_app;
