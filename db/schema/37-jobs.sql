-- Emails that demo mode stores instead of sending. The queue of the jobs is made by server/jobs/set-up.ts.

create table demo_emails (
  id bigint primary key generated always as identity,
  -- The same email is stored once, however often its job runs.
  idempotency_key text not null unique,
  recipient text not null,
  subject text not null,
  text text not null,
  html text not null,
  created_at timestamptz not null default now(),
  reply_to text,
  headers jsonb not null default '{}'
);
create index demo_emails_by_age on demo_emails (created_at);
-- Compressing them was a third of storing one.
alter table demo_emails alter html set storage external, alter text set storage external;

-- Revision 2. What follows is applied again when it changes: raise the number then.

revoke all on demo_emails from shop_app, shop_worker;
grant select, insert on demo_emails to shop_app;
grant select (id, created_at), delete on demo_emails to shop_worker;
