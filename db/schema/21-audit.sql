-- What staff changed, written in the transaction of the change. Nobody but the database's owner can rewrite it.

create table audit_log (
  id bigint primary key generated always as identity,
  at timestamptz not null default now(),
  staff_id uuid references staff, -- null: a command on the server
  session_id uuid,
  verb text not null check (verb ~ '^[a-z_]{1,40}$'),
  subject_type text not null check (subject_type ~ '^[a-z_]{1,40}$'),
  subject_id text not null check (length(subject_id) <= 255),
  before jsonb,
  after jsonb,
  reason text
);
create index audit_log_by_staff on audit_log (staff_id, id desc);
create index audit_log_by_subject on audit_log (subject_type, subject_id, id desc);
create index audit_log_by_verb on audit_log (verb, id desc);
create index audit_log_by_age on audit_log (at);
alter table audit_log enable row level security;

-- Revision 1. What follows is applied again when it changes: raise the number then.

drop policy if exists seen on audit_log;
create policy seen on audit_log for select to shop_staff
  using (
    (select current_staff_role()) = 'owner'
    or ((select current_staff_role()) = 'accountant' and verb <> 'correct_address')
    or staff_id = (select current_staff())
  );
drop policy if exists own on audit_log;
create policy own on audit_log for insert to shop_staff
  with check (staff_id = (select current_staff()));

revoke all on audit_log from shop_staff;
grant select, insert on audit_log to shop_staff;
