-- Access tokens are signed with a key that is derived from the shop's secret.

drop table if exists auth.signing_keys;

-- The auth server ends sessions itself.

drop function if exists auth.open_sessions(), auth.end_other_session(uuid, uuid),
  auth.end_sessions(uuid, uuid, double precision, timestamptz), auth.last_proof(jsonb),
  auth.is_resetting(auth.sessions, timestamptz), auth.reset_ends_at(auth.sessions);
