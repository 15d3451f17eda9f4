-- How long a session that resets a password may not be ended is said in one place.

-- When such a session ends at the latest, once another has signed it out: ten minutes after it began.
create function auth.reset_ends_at(p_session auth.sessions) returns timestamptz
  language sql stable parallel safe set search_path = ''
  as $$ select p_session.created_at + interval '10 minutes' $$;

-- The three as before.
create or replace function auth.is_resetting(p_session auth.sessions, p_now timestamptz) returns boolean
  language sql stable parallel safe set search_path = ''
  as $$
    select auth.reset_ends_at(p_session) > p_now and p_session.amr @> '[{"method": "recovery"}]'
  $$;
create or replace function auth.end_sessions(p_user uuid, p_but uuid, p_proof float8, p_now timestamptz) returns void
  language sql volatile set search_path = ''
  as $$
    update auth.sessions s set ends_by = auth.reset_ends_at(s), expires_at = least(s.expires_at, auth.reset_ends_at(s))
      where s.user_id = p_user and s.id <> p_but and auth.last_proof(s.amr) <= p_proof and auth.is_resetting(s, p_now);
    delete from auth.sessions s
      where s.user_id = p_user and s.id <> p_but and auth.last_proof(s.amr) <= p_proof
        and not auth.is_resetting(s, p_now);
  $$;
create or replace function auth.end_other_session(p_session uuid, p_by uuid) returns text
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

revoke execute on function auth.reset_ends_at(auth.sessions) from public;
grant execute on function auth.reset_ends_at(auth.sessions) to shop_auth;
