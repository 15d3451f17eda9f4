-- What staff changed, written in the transaction of the change. Nobody but the database's owner can rewrite it, or add
-- to it what somebody else did.

create table audit_log (
  id bigint primary key generated always as identity,
  at timestamptz not null default now(),
  staff_id uuid references staff, -- null: a command on the server
  session_id uuid default nullif(current_setting('shop.staff_session', true), '')::uuid, -- of auth.enter_staff()
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

-- Revision 2. What follows is applied again when it changes: raise the number then.

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

-- The worker tells of prices that changed by themselves, and takes the addresses out of old entries about corrected
-- orders: who corrected which order, and when, stays.
drop policy if exists worker on audit_log;
create policy worker on audit_log for select to shop_worker
  using (true);
drop policy if exists price_changes on audit_log;
create policy price_changes on audit_log for insert to shop_worker
  with check (staff_id is null and verb in ('start_price_change', 'end_price_change'));
drop policy if exists address_corrections on audit_log;
create policy address_corrections on audit_log for update to shop_worker
  using (verb = 'correct_address')
  with check (before is null and after is null);

revoke all on audit_log from shop_staff, shop_worker;
grant select, insert on audit_log to shop_staff;
grant select, insert (verb, subject_type, subject_id, before, after, reason), update (before, after) on audit_log
  to shop_worker;
