-- A shopper sees where they are signed in, and ends single sessions. The shop still reads no table of the accounts: it
-- calls these, after auth.enter(), and they look at the sessions of current_shopper() alone.

create function auth.open_sessions()
  returns table (id uuid, device text, address inet, signed_in_at timestamptz, last_seen_at timestamptz)
  language sql stable security definer set search_path = ''
  as $$
    select s.id, s.device, s.address, s.created_at, s.refreshed_at
    from auth.sessions s
    where s.user_id = public.current_shopper() and s.expires_at > now()
    order by s.refreshed_at desc, s.id
    limit 50
  $$;

-- Says whether there was such a session.
create function auth.end_session(p_session uuid, p_by uuid) returns boolean
  language plpgsql volatile security definer set search_path = ''
  as $$
begin
  delete from auth.sessions s where s.id = p_session and s.user_id = public.current_shopper();
  if not found then
    return false;
  end if;
  insert into auth.audit_log (at, event, user_id, session_id, details)
    values (now(), 'session_ended', public.current_shopper(), p_session, jsonb_build_object('by_session', p_by));
  return true;
end $$;

revoke execute on function auth.open_sessions(), auth.end_session(uuid, uuid) from public;
grant execute on function auth.open_sessions(), auth.end_session(uuid, uuid) to shop_app;
