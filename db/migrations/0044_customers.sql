-- The owner's page of a customer: accounts, orders and addresses together (docs/decisions/076). Accounts and profiles are
-- read through functions with the owner's rights, because staff have no right to their tables.

-- Name and telephone as in order_search(): beginnings of words, and the last ten digits.
create function person_search(p_name text, p_phone text) returns tsvector
  language sql immutable parallel safe
  as $$
    select array_to_tsvector(array_remove(
      array[right(translate(coalesce(p_phone, ''), ' +-().', ''), 10)]
        || string_to_array(translate(lower(coalesce(p_name, '')), ',()/-.', '     '), ' '), ''))
  $$;
create index profiles_by_words on profiles using gin (person_search(full_name, phone));
create index users_by_name on auth.users using gin (public.person_search(user_metadata ->> 'full_name', null));
create index users_by_email_prefix on auth.users (email text_pattern_ops);

-- Whom a search means: of orders, profiles and accounts. Without a search, who ordered last.
create function find_customers(p_words tsquery, p_email text, p_most integer) returns setof uuid
  language plpgsql stable security definer set search_path = public, pg_temp set enable_seqscan = off
  as $$
begin
  if current_staff_role() is distinct from 'owner' then
    return;
  end if;
  if p_words is null and p_email is null then
    return query select user_id from (
        select user_id, created_at from orders order by created_at desc, id desc limit 200
      ) latest group by user_id order by max(created_at) desc limit p_most;
    return;
  end if;
  return query
    select person from (
      (select user_id as person from orders where search @@ p_words limit 500)
      union (select profiles.id from profiles where person_search(full_name, phone) @@ p_words limit p_most)
      union (select users.id from auth.users where person_search(user_metadata ->> 'full_name', null) @@ p_words
        limit p_most)
      union (select users.id from auth.users where email ~>=~ p_email and email ~<~ (p_email || chr(65535)) limit p_most)
    ) people limit p_most;
end $$;

-- What is known of an account; no row where a hosted service keeps the accounts.
create function customer_account(p_user uuid)
  returns table (
    email text, full_name text, phone text, created_at timestamptz, last_sign_in_at timestamptz, sessions integer,
    factors integer, staff boolean
  )
  language plpgsql stable security definer set search_path = public, pg_temp
  as $$
begin
  return query
    select users.email, coalesce(profiles.full_name, users.user_metadata ->> 'full_name'), profiles.phone,
      users.created_at, users.last_sign_in_at,
      (select count(*)::integer from auth.sessions where sessions.user_id = users.id and expires_at > now()),
      (select count(*)::integer from auth.factors where factors.user_id = users.id and status = 'verified'),
      exists (select from public.staff member where member.user_id = users.id and disabled_at is null)
    from auth.users left join profiles on profiles.id = users.id
    where users.id = p_user and current_staff_role() = 'owner';
end $$;

-- Everything that the shop keeps of a person, without what protects the account and what staff note among themselves.
create function export_customer(p_user uuid) returns jsonb
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
      select coalesce(jsonb_agg(jsonb_build_object('created_at', created_at, 'refreshed_at', refreshed_at)), '[]')
      from auth.sessions where user_id = p_user
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

alter policy own on addresses to shop_app;
create policy owners on addresses for select to shop_staff using ((select current_staff_role()) = 'owner');

revoke execute on function person_search(text, text), find_customers(tsquery, text, integer), customer_account(uuid),
  export_customer(uuid) from public;
-- Computed with the rights of whoever saves a profile or an account.
grant execute on function person_search(text, text) to shop_app, shop_auth;
grant execute on function find_customers(tsquery, text, integer), customer_account(uuid), export_customer(uuid)
  to shop_staff;
grant select (id, user_id, full_name, phone, address_line1, address_line2, city, state, postal_code, country, is_default,
  created_at) on addresses to shop_staff;
