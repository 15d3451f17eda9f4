-- The owner's list of failed jobs: what is not shown takes no place in it, and a chosen one is found however old it is.
-- What is tried again may be days old: no email leaves whose link opens nothing any more.

-- Jobs that were given up, with the order and the address that they are about, newest first: for owners; others get nothing.
-- Only those of `p_queues` and with one of `p_ids`, where these are not null. `reason` holds no personal data
-- (server/jobs/permanent-failure.ts). `retrying`: the job that queues it again waits.
-- The queue of the jobs is made after the migrations, so this is PL/pgSQL.
create function list_dead_letters(p_queues text[], p_ids uuid[], p_most integer) returns table (
    id uuid, queue text, at timestamptz, reason text, order_id uuid, order_number text, recipient text, retrying boolean
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
        when dead.source_name in ('order-confirmation', 'payment-received', 'order-mail') then (dead.data ->> 'order_id')::uuid
        when dead.source_name = 'payment-check' then (
          select paid.id from orders paid where paid.intent_id = (dead.data ->> 'id')::uuid limit 1)
        when dead.source_name = 'payment-refund' then (
          select paid.id from refunds join orders paid on paid.payment_id = refunds.payment_id
          where refunds.id = (dead.data ->> 'id')::uuid limit 1)
      end
    ) about on true
    order by dead.created_on desc, dead.id;
end $$;
revoke execute on function list_dead_letters(text[], uuid[], integer) from public;
grant execute on function list_dead_letters(text[], uuid[], integer) to shop_staff;

-- For servers of the previous version.
create or replace function list_dead_letters(p_most integer) returns table (
    id uuid, queue text, at timestamptz, reason text, order_id uuid, order_number text, recipient text, retrying boolean
  )
  language sql stable security definer set search_path = public, pg_temp
  as $$ select * from list_dead_letters(null, null, p_most) $$;

-- For the email of an invitation: whether it has expired. No row for one that was accepted, withdrawn, or made by somebody
-- who is no owner any more; see accept_staff_invitation().
create function find_staff_invitation(p_id uuid) returns table (expired boolean)
  language sql stable security definer set search_path = public, pg_temp
  as $$
    select expires_at <= now() from staff_invitations
    where id = p_id and used_at is null and (
      invited_by is null
      or exists (select from staff where user_id = invited_by and role = 'owner' and disabled_at is null)
    )
  $$;
revoke execute on function find_staff_invitation(uuid) from public;
grant execute on function find_staff_invitation(uuid) to shop_app;

-- As before, without a request of which the link has expired: the address is deleted soon, or asks again.
create or replace function find_newsletter_request(p_request uuid)
  returns table (email text, confirmed boolean, unsubscribe_token uuid)
  language sql stable security definer set search_path = public, pg_temp
  as $$
    select email, confirmed_at is not null, unsubscribe_token from newsletter_subscriptions
    where request_id = p_request and (confirmed_at is not null or token_expires_at > now())
  $$;
