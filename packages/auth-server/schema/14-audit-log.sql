-- What happened to accounts.

-- Without email addresses, tokens or codes. Rows outlive the accounts they speak of.
create table auth.audit_log (
  id bigint primary key generated always as identity,
  at timestamptz not null,
  event text not null check (event ~ '^[a-z_]+$'),
  user_id uuid,
  session_id uuid,
  address inet,
  details jsonb not null default '{}'
);
create index audit_log_by_user on auth.audit_log (user_id, at desc);
create index audit_log_by_time on auth.audit_log using brin (at);

-- Revision 1. What follows is applied again when it changes: raise the number then.

revoke all on auth.audit_log from shop_auth;
grant select, insert, delete on auth.audit_log to shop_auth;
