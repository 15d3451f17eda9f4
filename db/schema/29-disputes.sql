-- Disputes of payments, as the gateway's API reports them. Their amounts are integer paise.

create table disputes (
  id text primary key check (id ~ '^disp_[A-Za-z0-9]{14}$'),
  payment_id text not null,
  user_id uuid not null,
  amount_paise bigint not null check (amount_paise >= 0),
  deducted_paise bigint not null check (deducted_paise >= 0), -- what the gateway has taken back
  reason text not null, -- the gateway's code
  phase text not null,
  status text not null check (status in ('open', 'under_review', 'won', 'lost', 'closed')),
  respond_by timestamptz,
  created_at timestamptz not null,
  changed_at timestamptz not null default now(),
  foreign key (payment_id, user_id) references payments (id, user_id)
);
create index disputes_by_payment on disputes (payment_id);
create index disputes_to_answer on disputes (created_at) where status = 'open';
alter table disputes enable row level security;

-- Revision 2. What follows is applied again when it changes: raise the number then.

-- The history of the disputed order, for staff.
create or replace function record_dispute_event() returns trigger
  language plpgsql security definer set search_path = public, pg_temp
  as $$
begin
  insert into order_events (order_id, user_id, kind, actor, data, shown_to_shopper)
    select id, user_id, 'dispute', 'system', jsonb_strip_nulls(jsonb_build_object(
        'status', new.status, 'phase', new.phase, 'reason', new.reason, 'amount', new.amount_paise / 100.0,
        'deducted', nullif(new.deducted_paise, 0) / 100.0, 'respond_by', new.respond_by)), false
    from orders where payment_id = new.payment_id and user_id = new.user_id;
  return null;
end $$;

create or replace trigger record_dispute_event after insert or update on disputes
  for each row execute function record_dispute_event();

drop policy if exists own on disputes;
create policy own on disputes to shop_app
  using (user_id = current_shopper());
drop policy if exists staff on disputes;
create policy staff on disputes for select to shop_staff
  using ((select current_staff_role()) in ('owner', 'accountant'));

revoke all on disputes from shop_app, shop_staff;
grant select, insert on disputes to shop_app;
grant select on disputes to shop_staff;
grant update (amount_paise, deducted_paise, reason, phase, status, respond_by, changed_at) on disputes to shop_app;
revoke all on function record_dispute_event from public;
