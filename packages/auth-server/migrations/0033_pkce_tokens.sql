-- The column that lets links with different PKCE challenges stand beside each other says what it holds. It is generated,
-- so no statement names it, and processes of the version before work on while this is applied.
alter table auth.one_time_tokens rename column asked_by to pkce_challenge;
