-- What a shopper has ordered and not paid for: counted with every order.
create index orders_unpaid on orders (user_id)
  where payment_method = 'cod' and status in ('pending', 'confirmed', 'processing', 'shipped');

-- What nobody needs any more goes, some rows at a time so that each statement is short. Each function says how many
-- went; when that is fewer than were allowed there are no more.

-- Payments that were begun before a time and never paid. The gateway has been asked for the last time.
create index payment_intents_abandoned on payment_intents (created_at)
  where state in ('expired', 'superseded', 'refused') and not holds_stock and not handed_over and next_check_at is null;
create function forget_abandoned_payments(p_before timestamptz, p_most integer) returns integer
  language sql security definer set search_path = public, pg_temp
  as $$
    with old as (
      select id from payment_intents
      where state in ('expired', 'superseded', 'refused') and not holds_stock and not handed_over
        and next_check_at is null and created_at < p_before
        and not exists (select from payments where intent_id = payment_intents.id)
      order by created_at limit p_most
      for update skip locked
    ), items as (
      delete from payment_intent_items where intent_id = any(array(select id from old))
    ), gone as (
      delete from payment_intents where id = any(array(select id from old)) returning 1
    )
    select count(*)::integer from gone
  $$;

-- What lies in carts since before a time, of shoppers who are signed in nowhere. Accounts that are kept elsewhere have
-- no sessions here.
create index cart_items_by_age on cart_items (created_at);
create function forget_carts(p_before timestamptz, p_most integer) returns integer
  language sql security definer set search_path = public, pg_temp
  as $$
    with old as (
      select id from cart_items
      where created_at < p_before
        and not exists (select from auth.sessions where sessions.user_id = cart_items.user_id)
      order by created_at limit p_most
      for update skip locked
    ), gone as (
      delete from cart_items where id = any(array(select id from old)) returning 1
    )
    select count(*)::integer from gone
  $$;

-- Mails that were kept instead of sent.
create index kept_mails_by_age on kept_mails (created_at);
create function forget_kept_mails(p_before timestamptz, p_most integer) returns integer
  language sql security definer set search_path = public, pg_temp
  as $$
    with old as (
      select id from kept_mails where created_at < p_before order by created_at limit p_most
    ), gone as (
      delete from kept_mails where id = any(array(select id from old)) returning 1
    )
    select count(*)::integer from gone
  $$;

-- As before (0007), some rows at a time.
drop function forget_strangers();
create function forget_strangers(p_now timestamptz, p_most integer) returns integer
  language sql security definer set search_path = public, pg_temp
  as $$
    with counts as (
      delete from rate_limits where key = any(array(
        select key from rate_limits where expire <= (extract(epoch from p_now) * 1000)::bigint
        order by expire limit p_most
      )) returning 1
    ), messages as (
      delete from contact_messages where id = any(array(
        select id from contact_messages where created_at < p_now - interval '400 days'
        order by created_at limit p_most
      )) returning 1
    ), addresses as (
      delete from newsletter_subscriptions where email = any(array(
        select email from newsletter_subscriptions
        where confirmed_at is null and created_at < p_now - interval '7 days'
          and (token_expires_at is null or token_expires_at < p_now)
        order by created_at limit p_most
      )) returning 1
    )
    select greatest(
      (select count(*) from counts), (select count(*) from messages), (select count(*) from addresses)
    )::integer
  $$;

revoke execute on function forget_abandoned_payments(timestamptz, integer), forget_carts(timestamptz, integer),
  forget_kept_mails(timestamptz, integer), forget_strangers(timestamptz, integer) from public;
grant execute on function forget_abandoned_payments(timestamptz, integer), forget_carts(timestamptz, integer),
  forget_kept_mails(timestamptz, integer), forget_strangers(timestamptz, integer) to shop_app;
