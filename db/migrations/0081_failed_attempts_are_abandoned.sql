-- Whoever tried to pay and failed has paid nothing: what they began is deleted like what was never tried, with the attempts.
-- What the gateway has held, taken or given back stays.
create or replace function delete_abandoned_payments(p_before timestamptz, p_most integer) returns integer
  language sql security definer set search_path = public, pg_temp
  as $$
    with old as (
      select id from payment_intents
      where state in ('expired', 'superseded', 'refused') and not holds_stock and not signature_received
        and created_at < p_before
        and not exists (
          select from payments where intent_id = payment_intents.id and status in ('authorized', 'captured', 'refunded')
        )
      order by created_at limit p_most
      for update skip locked
    ), items as (
      delete from payment_intent_items where intent_id = any(array(select id from old))
    ), attempts as (
      -- The status again: an attempt that was captured just now stays, and its foreign key stops this deletion.
      delete from payments where intent_id = any(array(select id from old)) and status in ('created', 'failed')
    ), deleted as (
      delete from payment_intents where id = any(array(select id from old)) returning 1
    )
    select count(*)::integer from deleted
  $$;
