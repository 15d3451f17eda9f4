-- What jobs leave: emails that demo mode stores instead of sending, work that was given up, old rows to delete.

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

-- Jobs that were given up: how many of each queue, of which the server makes lines; without those that a later job of
-- the same row has made needless, because nobody can queue them again. The queue of the jobs is made after the tables,
-- so this is PL/pgSQL.
create or replace function count_dead_letters() returns jsonb
  language plpgsql stable security definer set search_path = public, pg_temp
  as $$
begin
  if current_staff_role() is distinct from 'owner' then
    return null;
  end if;
  return (
    select coalesce(jsonb_object_agg(queue, jobs), '{}') from (
      select coalesce(source_name, '') as queue, count(*) as jobs from jobs.job
      where name = 'dead-letter' and state < 'active' group by 1
    ) dead
  );
end $$;

-- Jobs that were given up, with the order and the address that they are about, newest first: for owners; others get
-- nothing. Only those of `p_queues` and with one of `p_ids`, where these are not null. `reason` holds no personal data
-- (server/jobs/permanent-failure.ts). `retrying`: the job that queues it again waits.
create or replace function list_dead_letters(p_queues text[], p_ids uuid[], p_most integer)
  returns table(
    id uuid, queue text, at timestamptz, reason text, order_id uuid, order_number text, recipient text,
    retrying boolean
  )
  language plpgsql stable security definer set search_path = public, pg_temp
  as $$
begin
  if current_staff_role() is distinct from 'owner' then
    return;
  end if;
  return query
    select dead.id, dead.source_name, dead.created_on, dead.source_output ->> 'reason', about.id,
      coalesce(about.order_number, dead.data ->> 'order_number'),
      coalesce(dead.data ->> 'email', case dead.source_name
        when 'order-mail' then about.email
        when 'order-mail-again' then about.email
        when 'order-notice' then (
          select setting.value #>> '{}' from shop_settings setting
          where setting.key = 'order_email' order by setting.id desc limit 1)
        when 'message-answer' then (
          select message.email from message_entries entry join contact_messages message on message.id = entry.message_id
          where entry.id = (dead.data ->> 'answer_id')::uuid)
        when 'newsletter-request' then (
          select email from newsletter_subscriptions where request_id = (dead.data ->> 'request_id')::uuid)
        when 'newsletter-letter' then (
          select email from newsletter_deliveries delivery where delivery.id = (dead.data ->> 'delivery_id')::uuid)
      end),
      exists (
        select from jobs.job retry
        where retry.name = 'dead-letter-retry' and retry.state < 'completed' and retry.data -> 'ids' ? dead.id::text
      )
    from (
      select * from jobs.job job
      where job.name = 'dead-letter' and job.state < 'active' and job.source_name is not null
        and (p_queues is null or job.source_name = any(p_queues)) and (p_ids is null or job.id = any(p_ids))
      order by job.created_on desc, job.id limit p_most
    ) dead
    left join lateral (
      select orders.id, orders.order_number, orders.email from orders
      where orders.id = case
        when dead.data ? 'order_number' then (
          select named.id from orders named where named.order_number = dead.data ->> 'order_number')
        when dead.source_name in ('order-confirmation', 'order-notice', 'payment-received', 'order-mail', 'order-mail-again') then (dead.data ->> 'order_id')::uuid
        when dead.source_name = 'payment-check' then (
          select paid.id from orders paid where paid.intent_id = (dead.data ->> 'id')::uuid limit 1)
        when dead.source_name = 'payment-refund' then (
          select paid.id from refunds join orders paid on paid.payment_id = refunds.payment_id
          where refunds.id = (dead.data ->> 'id')::uuid limit 1)
      end
    ) about on true
    order by dead.created_on desc, dead.id;
end $$;

-- Deletes these jobs that were given up: for owners; others delete nothing. The audit log keeps what they were about.
create or replace function dismiss_dead_letters(p_ids uuid[]) returns integer
  language plpgsql security definer set search_path = public, pg_temp
  as $$
declare
  v_deleted integer;
begin
  if current_staff_role() is distinct from 'owner' then
    return 0;
  end if;
  delete from jobs.job where name = 'dead-letter' and state < 'active' and id = any(p_ids);
  get diagnostics v_deleted = row_count;
  return v_deleted;
end $$;

revoke all on demo_emails from shop_app, shop_worker;
grant select, insert on demo_emails to shop_app;
grant select (id, created_at), delete on demo_emails to shop_worker;
revoke all on function count_dead_letters, list_dead_letters, dismiss_dead_letters from public;
grant execute on function count_dead_letters, list_dead_letters, dismiss_dead_letters to shop_staff;
