-- Anybody can ask for a link in another's name: to reset the password, to sign in, to confirm a sign-up. Such a link
-- lives beside the others of its kind, so that a stranger who keeps asking does not take away the link that its owner is
-- about to open.

-- Set for links that live beside others, a different one for each; null where the newest replaces the one before. So
-- do those of processes from before this migration.
alter table auth.one_time_tokens
  add column beside uuid,
  drop constraint newest_only,
  add constraint newest_only unique nulls not distinct (user_id, kind, pkce_challenge, session_id, beside);
