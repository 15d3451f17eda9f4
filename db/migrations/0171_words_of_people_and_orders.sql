-- People and orders: '~' marks what owners and packers may see, '=' what only owners may. A telephone is also there from its
-- end, after '<': packers see the last four digits.

-- Before anything else: locks taken one after the other would wait for orders that wait for them.
lock table orders, profiles, auth.users in access exclusive mode;

create or replace function person_search(p_name text, p_phone text) returns tsvector
  language sql immutable parallel safe
  as $$
    select array_to_tsvector(array(
      select '~' || word
      from right(regexp_replace(public.search_text(p_phone), '[^0-9]', '', 'g'), 10) phone,
        unnest(public.words_in(p_name, false) || case when phone <> '' then array[phone, '<' || reverse(phone)] end) word
    ))
  $$;

-- Each order calls it: in PL/pgSQL, whose plan is kept, because an SQL function would be parsed with every row's statement.
create or replace function order_search(p_number text, p_address jsonb, p_email text) returns tsvector
  language plpgsql immutable parallel safe
  as $$
declare
  v_number text := lower(replace(p_number, '-', ''));
begin
  return public.person_search(p_address ->> 'full_name', p_address ->> 'phone') || array_to_tsvector(array_remove(
    array[v_number, right(v_number, 6), nullif(regexp_replace(public.search_text(p_address ->> 'postal_code'), '[- ]', '', 'g'), ''),
      '=' || nullif(regexp_replace(public.search_text(p_email), '[!-/:-@[-`{-~]', '', 'g'), '')]
      || public.words_in(p_address ->> 'city', false), null));
end $$;

drop index profiles_by_words, auth.users_by_name;
create index profiles_by_words on profiles using gin (public.person_search(full_name, phone));
create index users_by_name on auth.users using gin (public.person_search(user_metadata ->> 'full_name', null));

alter table orders drop column search;
alter table orders add column search tsvector not null
  generated always as (order_search(order_number, shipping_address, email)) stored;
create index orders_by_words on orders using gin (search) with (gin_pending_list_limit = 256);

-- The search that a role may make with the words of `p_words`, whatever operators stand between them: each must begin
-- something that the role may see, or be the last digits of a telephone. Marks that somebody typed are taken off.
create or replace function search_of_role(p_words tsquery, p_role text) returns tsquery
  language sql immutable set search_path = public, pg_temp
  as $$
    select string_agg('(' || (
      select string_agg(format('''%s%s'':*', mark, case mark when '~<' then reverse(word) else word end), ' | ')
      from unnest(case p_role when 'owner' then array['', '~', '~<', '='] when 'packer' then array['', '~', '~<'] else array[''] end)
        mark
      where mark <> '~<' or word ~ '^[0-9]{4,9}$'
    ) || ')', ' & ')::tsquery
    from regexp_matches(p_words::text, $r$'((?:[^']|'')*)'$r$, 'g') quoted
    cross join ltrim(quoted[1], '~=<') word
    where word <> ''
  $$;

-- Of the newest `p_size` orders, after the order `p_after`, those that a search finds, at most `p_most`.
create or replace function newest_with_words(p_words tsquery, p_at timestamptz, p_after uuid, p_size integer, p_most integer)
  returns uuid[]
  language sql stable set search_path = public, pg_temp
  as $$
    select array(
      select id from (
        select id, created_at, search from orders
        where (created_at, id) < (coalesce(p_at, 'infinity'), coalesce(p_after, 'ffffffff-ffff-ffff-ffff-ffffffffffff'))
        order by created_at desc, id desc limit p_size
      ) newest
      where search @@ p_words order by created_at desc, id desc limit p_most
    )
  $$;

-- The words of a search that next to none of the newest orders have: by these the index finds least. A word of six
-- characters or more that has a digit (an order number, a telephone number, a PIN) is rare without a look at them.
create or replace function rare_words(p_words tsquery, p_role text) returns tsquery
  language sql stable set search_path = public, pg_temp
  as $$
    with newest as materialized (select search from orders order by created_at desc, id desc limit 250)
    select string_agg('(' || query::text || ')', ' & ')::tsquery
    from regexp_matches(p_words::text, $r$('(?:[^']|'')*')$r$, 'g') quoted
    cross join search_of_role(quoted[1]::tsquery, p_role) query
    where quoted[1] ~ '\d' and length(quoted[1]) >= 8 or 3 > (select count(*) from newest where search @@ query)
  $$;

-- Whom a search means: of orders, profiles and accounts. Who ordered last comes first, and without a search it is they alone.
-- The index collects all orders that match, whatever the limit, so a common word is looked for in the newest. Accounts and
-- profiles, whose indexes do the same, are asked when the orders do not fill the page.
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
  if p_words is null and p_email is null then
    return query select user_id from (
        select user_id, created_at from orders order by created_at desc, id desc limit 200
      ) latest group by user_id order by max(created_at) desc limit p_most;
    return;
  end if;
  v_people := array(
    select user_id from orders where id = any(newest_with_words(v_words, null, null, 2000, 200))
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

create or replace function find_orders(
  p_filters text[], p_fulfilment text, p_payment_method text, p_payment_status text, p_courier uuid, p_product text,
  p_from timestamptz, p_to timestamptz, p_after uuid, p_words tsquery, p_tracking text, p_products text[],
  p_oldest_first boolean, p_most integer
) returns setof uuid
  language plpgsql stable security definer rows 50 set search_path = public, pg_temp set enable_seqscan = off
  as $$
declare
  v_at timestamptz;
  v_filters text[] := p_filters;
  v_sources text[] := '{all}';
  v_words tsquery;
  v_number text := replace(left(p_tracking, -1), '\', '');
  v_rare tsquery;
  v_found uuid[];
begin
  if current_staff_role() is null then
    return;
  end if;
  if current_staff_role() = 'packer' then v_filters := v_filters || 'packer'::text; end if;
  -- The first pages that are opened most keep their plans.
  if p_words is null and p_after is null then
    if cardinality(v_filters) = 0 and not p_oldest_first then
      return query select id from orders order by created_at desc, id desc limit p_most;
      return;
    elsif v_filters = '{fulfilment}' and not p_oldest_first then
      return query select id from orders where fulfilment = p_fulfilment order by created_at desc, id desc limit p_most;
      return;
    elsif v_filters = '{fulfilment}' then
      return query select id from orders where fulfilment = p_fulfilment order by created_at, id limit p_most;
      return;
    elsif v_filters = '{fulfilment,real_money}' and p_oldest_first then
      return query select id from orders
        where fulfilment = p_fulfilment and (payment_mode is null or payment_mode = 'live') order by created_at, id limit p_most;
      return;
    end if;
  end if;
  if p_after is not null then
    select created_at into v_at from orders where id = p_after;
    if not found then return; end if;
  end if;
  if v_number is not null and exists (
    select from shipments where tracking_number ~>=~ v_number and tracking_number ~<~ (v_number || chr(65535))
  ) then
    v_sources := v_sources || 'tracking'::text;
  end if;
  if cardinality(p_products) > 0 then v_sources := v_sources || 'products'::text; end if;
  -- How many orders a typed beginning matches is not known to the planner, and a wrong guess reads all of them. A few are
  -- fetched by the index and sorted; for many the list is read in its order, which soon has a page. Without filters the
  -- newest 500 have a page, or say how many more would have it. For a file, the list would be read to its end.
  if p_words is not null then
    v_words := search_of_role(p_words, current_staff_role());
    v_sources[1] := 'few';
    if p_most <= 1000 and cardinality(v_filters) = 0 and not p_oldest_first
      and p_words::text !~ $r$'(?=[^']*\d)[^']{6,}'$r$ then
      v_found := newest_with_words(v_words, v_at, p_after, 500, p_most);
      if cardinality(v_found) between 2 and p_most - 1 then
        v_found := newest_with_words(v_words, v_at, p_after, least(10000, 1000 * p_most / cardinality(v_found)), p_most);
      end if;
    end if;
    if cardinality(v_found) = p_most then
      v_sources[1] := 'found';
    else
      v_rare := coalesce(rare_words(p_words, current_staff_role()), v_words);
      if p_most <= 1000 and (select count(*) from (select from orders where search @@ v_rare limit 3001) matching) > 3000 then
        v_sources[1] := 'words';
      end if;
    end if;
  end if;
  return query execute order_list_statement(v_sources, v_filters, p_oldest_first, p_after is not null)
    using p_fulfilment, p_payment_method, p_payment_status, p_courier, p_product, p_from, p_to, v_at, p_after,
      v_words, p_tracking, p_products, p_most, v_rare, v_found;
end $$;

drop function is_common(tsquery), is_common_in_recent_orders(tsquery, integer);
