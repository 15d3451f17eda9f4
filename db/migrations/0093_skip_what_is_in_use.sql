-- What is being renewed at this moment does not count as expired: without the lock the deletion waited for the renewal
-- and then deleted the renewed row, a rate limit counted from zero, for example.
create or replace function delete_expired_guest_data(p_now timestamptz, p_most integer) returns integer
  language sql security definer set search_path = public, pg_temp as $$
    with counts as (
      delete from rate_limits where key = any(array(
        select key from rate_limits where expire <= (extract(epoch from p_now) * 1000)::bigint
        order by expire limit p_most
        for update skip locked
      )) returning 1
    ), messages as (
      delete from contact_messages where id = any(array(
        select id from contact_messages where created_at < p_now - interval '400 days'
        order by created_at limit p_most
        for update skip locked
      )) returning 1
    ), addresses as (
      delete from newsletter_subscriptions where email = any(array(
        select email from newsletter_subscriptions
        where confirmed_at is null and created_at < p_now - interval '7 days'
          and (token_expires_at is null or token_expires_at < p_now)
        order by created_at limit p_most
        for update skip locked
      )) returning 1
    )
    select greatest(
      (select count(*) from counts), (select count(*) from messages), (select count(*) from addresses)
    )::integer
  $$;
