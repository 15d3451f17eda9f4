-- Open sessions.

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

revoke all on auth.sessions from shop_auth;
grant select, insert, update, delete on auth.sessions to shop_auth;
revoke all on function auth.enter from public;
grant execute on function auth.enter to shop_app;
