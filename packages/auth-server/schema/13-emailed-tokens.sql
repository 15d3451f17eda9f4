-- What was emailed and can be used once: only its hash.

create table auth.one_time_tokens (
  token_hash bytea primary key,
  user_id uuid not null references auth.users on delete cascade,
  kind text not null check (kind in (
    'signup', 'recovery', 'magiclink', 'email_change_current', 'email_change_new', 'reauthentication', 'auth_code'
  )),
  email text not null, -- where it was sent
  proof text not null default 'otp' check (proof in ('otp', 'recovery')), -- what a session opened with it says
  -- PKCE: only who knows the verifier of this challenge may go on.
  code_challenge text,
  code_challenge_method text check (code_challenge_method in ('s256', 'plain')),
  -- What this sign-up typed. It counts when its own link is followed, not what a stranger typed before.
  password_hash text,
  user_metadata jsonb,
  tries smallint not null default 0,
  expires_at timestamptz not null,
  created_at timestamptz not null,
  -- Anybody can ask for the link of any address, with a challenge of their own, and it then ends in their browser or
  -- nowhere. Such a link stands beside the others: it takes neither the owner's link to a page away nor one to an app.
  pkce_challenge text not null generated always as (
    case when kind in ('recovery', 'magiclink') then coalesce(code_challenge, '') else '' end
  ) stored,
  -- An emailed code belongs to the session that asked for it: another session's request does not replace it, and
  -- another session's tries do not use it up.
  session_id uuid references auth.sessions on delete cascade,
  -- Set for links that live beside others, a different one for each: a stranger who keeps asking in another's name does
  -- not take away the link that its owner is about to open. Null where the newest replaces the one before.
  beside uuid,
  constraint newest_only unique nulls not distinct (user_id, kind, pkce_challenge, session_id, beside)
);
create index one_time_tokens_by_expiry on auth.one_time_tokens (expires_at);
create index one_time_tokens_by_session on auth.one_time_tokens (session_id);

-- Revision 1. What follows is applied again when it changes: raise the number then.

revoke all on auth.one_time_tokens from shop_auth;
grant select, insert, update, delete on auth.one_time_tokens to shop_auth;
