-- Customers as the owner sees them: found, shown, exported.

create index users_by_email_prefix on auth.users (email text_pattern_ops);
create index users_by_name on auth.users using gin (person_search(user_metadata ->> 'full_name', null));

-- Revision 3. What follows is applied again when it changes: raise the number then.

-- Whom a search means: of orders, profiles and accounts. Who ordered last comes first. The index collects all orders that match, whatever the limit, so a common word is looked for in the newest.
-- Accounts and profiles, whose indexes do the same, are asked when the orders do not fill the page.
create or replace function find_customers(p_words tsquery, p_email text, p_most integer) returns setof uuid
  language plpgsql stable security definer set search_path = public, pg_temp set enable_seqscan = off
  as $$
declare
  v_words tsquery := search_of_role(p_words, current_staff_role());
  v_people uuid[];
begin
  if current_staff_role() is distinct from 'owner' then
    return;
  end if;
  v_people := array(
    select user_id from orders where id = any(array(
      select id from (select id, created_at, search from orders order by created_at desc, id desc limit 2000) newest
      where search @@ v_words order by created_at desc, id desc limit 200
    ))
    group by user_id order by max(created_at) desc limit p_most
  );
  if cardinality(v_people) < p_most then
    v_people := array(
      select user_id from (select * from orders where search @@ v_words limit 3000) few
      group by user_id order by max(created_at) desc limit p_most
    );
  end if;
  if cardinality(v_people) < p_most then
    v_people := v_people || array(
      select person from (
        (select profiles.id as person from profiles where person_search(full_name, phone) @@ v_words limit p_most)
        union (select users.id from auth.users where person_search(user_metadata ->> 'full_name', null) @@ v_words
          limit p_most)
        union (select users.id from auth.users where email ~>=~ p_email and email ~<~ (p_email || chr(65535)) limit p_most)
      ) people where person <> all (v_people) limit p_most - cardinality(v_people)
    );
  end if;
  return query select unnest(v_people);
end $$;

-- What is known of an account, for owners. Recovery codes come with the first second step: they are not one more.
create or replace view customer_accounts as
  select users.id, users.email, coalesce(profiles.full_name, users.user_metadata ->> 'full_name') as full_name,
    profiles.phone, users.created_at, users.last_sign_in_at,
    (
      select count(*)::integer from auth.sessions where sessions.user_id = users.id and expires_at > now()
    ) as sessions,
    (
      select count(*)::integer from auth.factors
      where factors.user_id = users.id and status = 'verified' and factor_type <> 'recovery_code'
    ) as factors,
    exists (select from staff member where member.user_id = users.id and disabled_at is null) as staff
  from auth.users left join profiles on profiles.id = users.id
  where current_staff_role() = 'owner';

-- A page of those who have ordered, who did so last first; `p_after` is the last order of the last one of the page
-- before. Each order is read from the index of all orders by age, and its shopper's last one from theirs. A function,
-- because as a statement it is planned for few last orders among many, and reads all.
create or replace function customers_by_last_order(p_after uuid, p_most integer) returns setof uuid
  language plpgsql stable security definer set search_path = public, pg_temp set enable_seqscan = off
  as $$
declare
  v_at timestamptz := 'infinity';
  v_after uuid := 'ffffffff-ffff-ffff-ffff-ffffffffffff';
begin
  if current_staff_role() is distinct from 'owner' then
    return;
  end if;
  if p_after is not null then
    select created_at, id into v_at, v_after from orders where id = p_after;
    if not found then return; end if;
  end if;
  return query
    select o.user_id from orders o
    where (o.created_at, o.id) < (v_at, v_after)
      and o.id = (
        select own.id from orders own where own.user_id = o.user_id order by own.created_at desc, own.id desc limit 1
      )
    order by o.created_at desc, o.id desc limit p_most;
end $$;

-- Everything that the shop keeps of a person: also where each session is, and what the logs say about the customer, but
-- not what protects the account and what staff note among themselves.
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

revoke all on function find_customers, export_customer, customers_by_last_order from public;
grant execute on function find_customers, export_customer, customers_by_last_order to shop_staff;
grant select on customer_accounts to shop_staff;
