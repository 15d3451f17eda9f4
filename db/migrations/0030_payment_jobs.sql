-- Events, checks and refunds of payments are jobs of the queue, sent in the transaction that makes them necessary
-- (docs/payments.md, 070). Nothing that waits is lost: the hourly reconciliation queues a job for every row that the
-- functions below return and that has none, and an event only says which payment to ask the gateway about.

-- Checkouts that the gateway must still be asked about. It keeps an authorized payment for at most five days.
create index payment_intents_by_age on payment_intents (created_at) where state in ('open', 'expired');
create index payment_intents_pending on payment_intents (id)
  where state in ('open', 'expired') and (holds_stock or handed_over);
create function unfinished_intents() returns table (id uuid, user_id uuid)
  language sql stable security definer set search_path = public, pg_temp
  as $$
    select id, user_id from payment_intents
      where state in ('open', 'expired') and created_at > now() - interval '5 days'
    union
    select id, user_id from payment_intents
      where state in ('open', 'expired') and (holds_stock or handed_over)
  $$;

-- Refunds that the gateway has not processed yet.
create index refunds_unfinished on refunds (id) where status in ('queued', 'pending');
create function unfinished_refunds() returns table (id uuid, user_id uuid)
  language sql stable security definer set search_path = public, pg_temp
  as $$ select id, user_id from refunds where status in ('queued', 'pending') $$;

revoke execute on function unfinished_intents(), unfinished_refunds() from public;
grant execute on function unfinished_intents(), unfinished_refunds() to shop_app;

-- Abandoned payments are deleted after 90 days, long after their last check.
drop index payment_intents_abandoned;
create index payment_intents_abandoned on payment_intents (created_at)
  where state in ('expired', 'superseded', 'refused') and not holds_stock and not handed_over;
do $$
declare
  deletion regprocedure := coalesce(
    to_regprocedure('delete_abandoned_payments(timestamptz, integer)'),
    to_regprocedure('forget_abandoned_payments(timestamptz, integer)'));
begin
  execute replace(pg_get_functiondef(deletion), 'and next_check_at is null ', '');
end $$;

drop function take_payment_events(integer, interval), settle_payment_event(text, interval, text),
  keep_payment_event(text, bytea), take_due_intents(integer, interval), take_due_refunds(integer, interval),
  take_payment_sweep(interval), end_payment_sweep(interval);
drop table payment_events, payment_sweeps;
drop index payment_intents_due, refunds_due;
alter table refunds drop column attempts, drop column next_attempt_at;
alter table payment_intents drop column checks, drop column next_check_at;
