-- Messages, subscriptions and emails under an address that the customer had before are deleted, too.
--
-- Orders of a deleted customer: where a parcel is stays a fact that the owner records, whatever was recorded before, also
-- that it is found or was not delivered after all (undo_lose, undo_return_to_origin, undeliver). Only a cancelled order
-- does not come back. No customer's job sends an email (server/jobs/skip-deleted-customers.ts).
create or replace function delete_customer(p_user uuid, p_email text)
  returns jsonb language plpgsql set search_path = public, pg_temp
  as $function$
declare
  v_refused jsonb;
  v_deleted jsonb;
  v_emails text[];
begin
  -- An address that is just being saved is waited for; who waits to save one finds no account.
  perform pg_advisory_xact_lock(hashtextextended(p_user::text, 1));
  -- An order or a payment that is just being made of this cart is waited for, and then seen below.
  perform from cart_items where user_id = p_user order by product_id for update;
  -- A step of an order that staff are just taking back, too.
  perform from orders where user_id = p_user order by id for no key update;
  select jsonb_agg(jsonb_build_object('why', why, 'about', about) order by why, about) into v_refused from (
    select 'staff' as why, null as about from staff where user_id = p_user and disabled_at is null
    union select 'order', order_number from orders
      where user_id = p_user and (
          fulfilment in ('pending', 'confirmed', 'packed', 'shipped', 'returning')
          or fulfilment = 'cancelled' and mail_waits(closed_at) and may_reopen(id)
        )
    union select 'payment', order_number from payment_intents
      where user_id = p_user and (
        state = 'open' or holds_stock
        -- Money may still come, and would become an order of somebody who is gone.
        or state = 'expired' and (signature_received or created_at > now() - interval '5 days')
      )
    union select 'refund', intent.order_number
      from payments paid join payment_intents intent on intent.id = paid.intent_id
      where paid.user_id = p_user and (
        exists (select from refunds where payment_id = paid.id and status in ('queued', 'pending'))
        or (select owed.paise from failed_refunds_owe(paid.id) owed) > 0
      )
  ) open;
  if v_refused is not null then
    return jsonb_build_object('refused', v_refused);
  end if;

  -- Also the addresses that the account had when it ordered or paid, unless they are another account's by now.
  select array_agg(email) into v_emails from (
    select p_email as email
    union select lower(email) from orders where user_id = p_user
    union select lower(email) from payment_intents where user_id = p_user
  ) theirs
  where email = p_email or not exists (select from auth.users where users.email = theirs.email and users.id <> p_user);

  with profile as (
    delete from profiles where id = p_user returning 1
  ), saved as (
    delete from addresses where user_id = p_user returning 1
  ), cart as (
    delete from cart_items where user_id = p_user returning 1
  ), newsletter as (
    delete from newsletter_subscriptions where email = any(v_emails) returning 1
  ), messages as (
    delete from contact_messages where lower(email) = any(v_emails) returning 1
  ), emails as ( -- those that demo mode stored
    delete from demo_emails where lower(recipient) = any(v_emails) or lower(reply_to) = any(v_emails) returning 1
  )
  select jsonb_build_object(
      'profile', (select count(*) from profile), 'addresses', (select count(*) from saved),
      'cart', (select count(*) from cart), 'newsletter', (select count(*) from newsletter),
      'messages', (select count(*) from messages), 'emails', (select count(*) from emails)
    ) into v_deleted;
  delete from staff_invitations where email = any(v_emails) and used_at is null;
  delete from cash_blocks where user_id = p_user;
  -- Emails that are done, wait or were given up; work on payments goes on.
  delete from jobs.job
    where data ->> 'email' = any(v_emails) and coalesce(data ->> 'user_id', p_user::text) = p_user::text
      or (coalesce(source_name, name) in ('order-mail', 'order-mail-again', 'auth-mail') and data ->> 'user_id' = p_user::text);
  -- The order has the address as sold; what it was before is no part of the books.
  update audit_log set before = null, after = null
    where verb = 'correct_address' and subject_type = 'order'
      and subject_id in (select id::text from orders where user_id = p_user);
  insert into audit_log (verb, subject_type, subject_id, reason)
    values ('delete_customer', 'customer', p_user, 'command on the server');
  return jsonb_build_object('deleted', v_deleted, 'kept', jsonb_build_object(
    'orders', (select count(*) from orders where user_id = p_user),
    'payments', (select count(*) from payment_intents where user_id = p_user)
  ));
end $function$;
