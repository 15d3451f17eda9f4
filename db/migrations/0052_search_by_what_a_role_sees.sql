-- The search that a role may make with the words of `p_words`, whatever operators stand between them: each must begin
-- something that the role may see. Markers that somebody typed are taken off, and a word of nothing else is left out.
create function search_of_role(p_words tsquery, p_role text) returns tsquery
  language sql immutable set search_path = public, pg_temp
  as $$
    select string_agg(
      case p_role
        when 'owner' then format($f$('%1$s':* | '~%1$s':* | '=%1$s':*)$f$, word)
        when 'packer' then format($f$('%1$s':* | '~%1$s':*)$f$, word)
        else format($f$'%1$s':*$f$, word)
      end, ' & ')::tsquery
    from regexp_matches(p_words::text, $r$'((?:[^']|'')*)'$r$, 'g') quoted
    cross join ltrim(quoted[1], '~=') word
    where word <> ''
  $$;

-- A page of orders' ids for the transaction's staff member; nothing for others. `p_words` is the search, `p_tracking` a
-- pattern, `p_products` those whose name was typed. Newest first, or the oldest for queues that are worked off.
create or replace function find_orders(
  p_filters text[], p_fulfilment text, p_payment_method text, p_payment_status text, p_courier uuid, p_product text,
  p_from timestamptz, p_to timestamptz, p_after uuid, p_words tsquery, p_tracking text, p_products text[],
  p_oldest_first boolean, p_most integer
) returns setof uuid
  language plpgsql stable security definer set search_path = public, pg_temp set enable_seqscan = off
  as $$
declare
  v_at timestamptz;
  v_filters text[] := p_filters;
  v_sources text[] := '{all}';
  v_words tsquery := search_of_role(p_words, current_staff_role());
begin
  if current_staff_role() is null then
    return;
  end if;
  -- How many orders a typed beginning matches is not known to the planner, and a wrong guess reads all of them. A few are
  -- fetched and sorted; for a common word the list is read in its order, which soon has a page. The newest orders tell
  -- that a word is common: the index would read all that have it, 60 ms for one of seven first names at 1,000,000 orders.
  if p_words is not null then
    v_sources := case
      when p_words::text !~ '[0-9]' and 5 <= (
        select count(*) from (select search from orders order by created_at desc, id desc limit 500) newest
        where search @@ v_words
      ) then '{words}'
      when (select count(*) from (select from orders where search @@ v_words limit 3001) matching) > 3000 then '{words}'
      else '{few}'
    end;
  end if;
  if current_staff_role() = 'packer' then v_filters := v_filters || 'packer'::text; end if;
  if p_tracking is not null then v_sources := v_sources || 'tracking'::text; end if;
  if cardinality(p_products) > 0 then v_sources := v_sources || 'products'::text; end if;
  if p_after is not null then
    select created_at into v_at from orders where id = p_after;
    if not found then return; end if;
  end if;
  return query execute order_list_statement(v_sources, v_filters, p_oldest_first, p_after is not null)
    using p_fulfilment, p_payment_method, p_payment_status, p_courier, p_product, p_from, p_to, v_at, p_after,
      v_words, p_tracking, p_products, p_most;
end $$;

-- Whom a search means: of orders, profiles and accounts. Without a search, who ordered last.
create or replace function find_customers(p_words tsquery, p_email text, p_most integer) returns setof uuid
  language plpgsql stable security definer set search_path = public, pg_temp set enable_seqscan = off
  as $$
declare
  v_words tsquery := search_of_role(p_words, current_staff_role());
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
      (select user_id as person from orders where search @@ v_words limit 500)
      union (select profiles.id from profiles where person_search(full_name, phone) @@ p_words limit p_most)
      union (select users.id from auth.users where person_search(user_metadata ->> 'full_name', null) @@ p_words
        limit p_most)
      union (select users.id from auth.users where email ~>=~ p_email and email ~<~ (p_email || chr(65535)) limit p_most)
    ) people limit p_most;
end $$;

revoke execute on function search_of_role(tsquery, text) from public;
