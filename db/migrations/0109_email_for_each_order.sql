-- The owner may name an address that gets an email for each new order.

alter table shop_settings drop constraint shop_settings_key_check;
alter table shop_settings add constraint shop_settings_key_check
  check (key in ('identity', 'notice', 'cash_limits', 'low_stock', 'order_email'));

-- Orders that were placed before it was set are not announced.
grant select (valid_from) on shop_settings to shop_app;

-- As before, and with the order and the address of such an email.
create or replace function list_dead_letters(p_queues text[], p_ids uuid[], p_most integer)
 RETURNS TABLE(id uuid, queue text, at timestamp with time zone, reason text, order_id uuid, order_number text, recipient text, retrying boolean)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  if current_staff_role() is distinct from 'owner' then
    return;
  end if;
  return query
    select dead.id, dead.source_name, dead.created_on, dead.source_output ->> 'reason', about.id,
      coalesce(about.order_number, dead.data ->> 'order_number'),
      coalesce(dead.data ->> 'email', case dead.source_name
        when 'order-mail' then about.email
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
        when dead.source_name in ('order-confirmation', 'order-notice', 'payment-received', 'order-mail') then (dead.data ->> 'order_id')::uuid
        when dead.source_name = 'payment-check' then (
          select paid.id from orders paid where paid.intent_id = (dead.data ->> 'id')::uuid limit 1)
        when dead.source_name = 'payment-refund' then (
          select paid.id from refunds join orders paid on paid.payment_id = refunds.payment_id
          where refunds.id = (dead.data ->> 'id')::uuid limit 1)
      end
    ) about on true
    order by dead.created_on desc, dead.id;
end $function$;
