-- The shop's part of deleting a customer (the accounts' is auth.delete_account), the end of addresses in the log of staff,
-- and the rest of what an export has to show.

-- Deletes what the shop keeps of a customer, and says what and how much: {deleted, kept}. Orders, payments and refunds stay,
-- with name, address and email as sold: the books must show them. While something is under way nothing is deleted, and
-- {refused} has what: [{why, about}]. For the owner of the database alone: no role of a running server may do it.
create function delete_customer(p_user uuid, p_email text) returns jsonb
  language plpgsql volatile set search_path = public, pg_temp
  as $$
declare
  v_refused jsonb;
  v_deleted jsonb;
begin
  -- An order or a payment that is just being made of this cart is waited for, and then seen below.
  perform from cart_items where user_id = p_user order by product_id for update;
  select jsonb_agg(jsonb_build_object('why', why, 'about', about) order by why, about) into v_refused from (
    select 'staff' as why, null as about from staff where user_id = p_user and disabled_at is null
    union select 'order', order_number from orders
      where user_id = p_user and fulfilment in ('pending', 'confirmed', 'packed', 'shipped', 'returning')
    union select 'payment', order_number from payment_intents
      where user_id = p_user and (state = 'open' or holds_stock)
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

  with profile as (
    delete from profiles where id = p_user returning 1
  ), saved as (
    delete from addresses where user_id = p_user returning 1
  ), cart as (
    delete from cart_items where user_id = p_user returning 1
  ), newsletter as (
    delete from newsletter_subscriptions where email = p_email returning 1
  ), messages as (
    delete from contact_messages where lower(email) = p_email returning 1
  ), emails as ( -- those that demo mode stored
    delete from demo_emails where lower(recipient) = p_email or lower(reply_to) = p_email returning 1
  )
  select jsonb_build_object(
      'profile', (select count(*) from profile), 'addresses', (select count(*) from saved),
      'cart', (select count(*) from cart), 'newsletter', (select count(*) from newsletter),
      'messages', (select count(*) from messages), 'emails', (select count(*) from emails)
    ) into v_deleted;
  delete from staff_invitations where email = p_email and used_at is null;
  -- Emails that are done, wait or were given up; work on payments goes on.
  delete from jobs.job
    where data ->> 'email' = p_email
      or ('order-mail' in (name, source_name) and data ->> 'user_id' = p_user::text);
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
end $$;

-- Takes the addresses out of old entries about corrected orders: who corrected which order, and when, stays.
create function delete_old_address_corrections(p_before timestamptz, p_most integer) returns integer
  language sql volatile security definer set search_path = public, pg_temp
  as $$
    with old as (
      select id from audit_log
      where verb = 'correct_address' and at < p_before and (before is not null or after is not null)
      order by id limit p_most
      for update skip locked
    ), emptied as (
      update audit_log set before = null, after = null where id = any(array(select id from old)) returning 1
    )
    select count(*)::integer from emptied
  $$;

revoke execute on function delete_customer(uuid, text), delete_old_address_corrections(timestamptz, integer) from public;
grant execute on function delete_old_address_corrections(timestamptz, integer) to shop_app;

-- As before, and where each session is, and what the logs say about the customer.
create or replace function export_customer(p_user uuid) returns jsonb
  language plpgsql stable security definer set search_path = public, pg_temp
  as $$
declare
  v_email text := (select email from auth.users where id = p_user);
begin
  if current_staff_role() is distinct from 'owner' then
    return null;
  end if;
  return jsonb_build_object(
    'account', (
      select jsonb_build_object('id', id, 'email', email, 'details', user_metadata, 'created_at', created_at,
        'email_confirmed_at', email_confirmed_at, 'last_sign_in_at', last_sign_in_at)
      from auth.users where id = p_user
    ),
    'sessions', (
      select coalesce(jsonb_agg(jsonb_build_object('created_at', created_at, 'refreshed_at', refreshed_at,
        'device', device, 'network_address', host(address)) order by created_at), '[]')
      from auth.sessions where user_id = p_user
    ),
    'account_log', (
      select coalesce(jsonb_agg(jsonb_build_object('at', at, 'event', event, 'network_address', host(address))
        order by id), '[]')
      from auth.audit_log where user_id = p_user
    ),
    'staff_log', (
      select coalesce(jsonb_agg(jsonb_build_object('at', at, 'action', verb, 'about', subject_type)
        || case when verb = 'correct_address' then jsonb_build_object('before', before, 'after', after) else '{}' end
        order by id), '[]')
      from audit_log
      where (subject_type = 'customer' and subject_id = p_user::text)
        or (subject_type = 'order' and subject_id in (select id::text from orders where user_id = p_user))
    ),
    'second_factors', (
      select coalesce(jsonb_agg(jsonb_build_object('name', friendly_name, 'kind', factor_type,
        'created_at', created_at)), '[]')
      from auth.factors where user_id = p_user and status = 'verified'
    ),
    'profile', (
      select jsonb_build_object('full_name', full_name, 'phone', phone) from profiles where id = p_user
    ),
    'addresses', (
      select coalesce(jsonb_agg(to_jsonb(addresses) - 'user_id' order by created_at), '[]')
      from addresses where user_id = p_user
    ),
    'cart', (
      select coalesce(jsonb_agg(jsonb_build_object('product_name', product_name, 'quantity', quantity, 'price', price,
        'created_at', created_at)), '[]')
      from cart_items where user_id = p_user
    ),
    'orders', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'order_number', order_number, 'created_at', created_at, 'status', status, 'total_amount', total_amount,
        'email', email, 'shipping_address', shipping_address, 'payment_method', payment_method,
        'payment_status', payment_status, 'payment_id', payment_id,
        'items', (
          select jsonb_agg(jsonb_build_object('product_name', product_name, 'quantity', quantity, 'price', price))
          from order_items where order_id = orders.id and user_id = p_user
        ),
        'history', (
          select coalesce(jsonb_agg(jsonb_build_object('at', at, 'kind', kind) order by id), '[]')
          from order_events where order_id = orders.id and shown_to_shopper
        ),
        'parcels', (
          select coalesce(jsonb_agg(jsonb_build_object('tracking_number', tracking_number, 'state', state,
            'handed_over_at', handed_over_at)), '[]')
          from shipments where order_id = orders.id
        ),
        'refunds_by_hand', (
          select coalesce(jsonb_agg(jsonb_build_object('amount', amount, 'way', way, 'reference', reference,
            'created_at', created_at)), '[]')
          from manual_refunds where order_id = orders.id
        )
      ) order by created_at), '[]')
      from orders where user_id = p_user
    ),
    'payments', (
      select coalesce(jsonb_agg(jsonb_build_object('order_number', order_number, 'email', email,
        'amount', amount_paise / 100.0, 'state', state, 'shipping_address', shipping_address,
        'created_at', created_at) order by created_at), '[]')
      from payment_intents where user_id = p_user
    ),
    'refunds', (
      select coalesce(jsonb_agg(jsonb_build_object('amount', amount_paise / 100.0, 'status', status,
        'created_at', created_at) order by created_at), '[]')
      from refunds where user_id = p_user
    ),
    'messages', (
      select coalesce(jsonb_agg(jsonb_build_object('ticket', ticket, 'name', name, 'subject', subject,
        'message', message, 'created_at', created_at, 'answers', (
          select coalesce(jsonb_agg(jsonb_build_object('text', text, 'at', at) order by at), '[]')
          from message_entries where message_id = contact_messages.id and kind = 'answer'
        )) order by created_at), '[]')
      from contact_messages where lower(email) = v_email
    ),
    'newsletter', (
      select jsonb_build_object('asked_at', created_at, 'confirmed_at', confirmed_at)
      from newsletter_subscriptions where email = v_email
    )
  );
end $$;
