-- A search for words that are common each, but seldom together, such as a whole name and a city, reads none of them whole
-- from the index either.

-- Whether at least three of `p_size` orders have it, both of the newest and of those in the middle of the shop's time. What
-- only the newest have, such as a town that was advertised last week, is in the index a few times.
create function in_samples(p_words tsquery, p_size integer) returns boolean
  language sql stable set search_path = public, pg_temp
  as $$
    select 3 <= (
      select count(*) from (select search from orders order by created_at desc, id desc limit p_size) newest
      where search @@ p_words
    ) and 3 <= (
      select count(*) from (
        select search from orders
        where created_at < (select min(created_at) + (max(created_at) - min(created_at)) / 2 from orders)
        order by created_at desc, id desc limit p_size
      ) older
      where search @@ p_words
    )
  $$;

-- Whether so many orders have it that reading them in their order soon fills a page. The index would collect all that have
-- it, whatever the limit: at 1,000,000 orders 60 ms for one of seven first names, 190 ms for '9', with which telephones
-- begin, 230 ms for a first name, a last name and a city. Words that are common each are worth a larger sample.
create or replace function is_common(p_words tsquery) returns boolean
  language sql stable set search_path = public, pg_temp
  as $$
    select in_samples(p_words, 250) or (
      p_words::text like '%&%'
      and in_samples(replace(p_words::text, '&', '|')::tsquery, 250)
      and in_samples(p_words, 2500)
    )
  $$;

-- The statement that find_orders() runs: `p_sources` are united, each narrowed by all `p_filters`. What is asked for comes
-- in as $1 to $13, see its end.
create or replace function order_list_statement(
  p_sources text[], p_filters text[], p_oldest_first boolean, p_after boolean
) returns text
  language plpgsql immutable set search_path = public, pg_temp
  as $$
declare
  v_order text := case when p_oldest_first then 'o.created_at, o.id' else 'o.created_at desc, o.id desc' end;
  v_where text := '';
  v_filter text;
  v_source text;
  v_parts text[] := '{}';
begin
  foreach v_filter in array p_filters loop
    v_where := v_where || ' and ' || case v_filter
      when 'packer' then $f$o.fulfilment in ('confirmed', 'packed', 'shipped')$f$
      when 'fulfilment' then 'o.fulfilment = $1'
      when 'closed' then $f$o.fulfilment in ('cancelled', 'returned', 'lost')$f$
      when 'real_money' then $f$(o.payment_mode is null or o.payment_mode = 'live')$f$
      -- Not 'exists', which may read all parcels at once. The index of those that were tried in vain has the answer.
      when 'late' then $f$o.fulfilment = 'shipped' and (o.shipped_at < now() - interval '7 days' or (
        select s.order_id from shipments s where s.order_id = o.id and s.failed_attempts > 0 limit 1) is not null)$f$
      when 'refunding' then $f$o.id in (
        select id from orders where payment_status = 'refund_pending'
        union all
        select orders.id from failed_refunds() failed join payments on payments.id = failed.payment_id
        join orders on orders.intent_id = payments.intent_id
      )$f$
      when 'payment_method' then 'o.payment_method = $2'
      when 'payment_status' then 'o.payment_status = $3'
      when 'courier' then $f$exists (
        select from shipments s where s.order_id = o.id and s.courier = $4 and s.state <> 'taken_back')$f$
      when 'product' then 'exists (select from order_items i where i.order_id = o.id and i.user_id = o.user_id and i.product_id = $5)'
      when 'from' then 'o.created_at >= $6'
      when 'to' then 'o.created_at < $7'
    end;
  end loop;
  if p_after then
    v_where := v_where || ' and (o.created_at, o.id) ' || case when p_oldest_first then '>' else '<' end || ' ($8, $9)';
  end if;
  foreach v_source in array p_sources loop
    v_parts := v_parts || format('(select o.created_at, o.id from %s o where %s%s order by %s limit $13)',
      case v_source
        when 'few' then '(select * from orders where search @@ $10 offset 0)' -- the fence: found first, filtered then
        else 'orders'
      end,
      case v_source
        when 'all' then 'true'
        when 'few' then 'true'
        when 'words' then 'ts_match_vq(o.search, $10)' -- '@@' without its index, which the planner would read whole
        when 'tracking' then $f$o.id in (select s.order_id from shipments s where s.tracking_number like $11)$f$
        when 'products' then 'exists (select from order_items i where i.order_id = o.id and i.user_id = o.user_id and i.product_id = any($12))'
      end, v_where, v_order);
  end loop;
  return format('select o.id from (%s) o order by %s limit $13', array_to_string(v_parts, ' union '), v_order);
end $$;

-- Whom a search means: of orders, profiles and accounts. Who ordered last comes first, and without a search it is they alone.
-- Accounts and profiles are asked when the orders do not fill the page: their indexes, too, collect all that match.
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
  if is_common(v_words) then
    v_people := array(
      select user_id from (
        select user_id, created_at from orders where ts_match_vq(search, v_words)
        order by created_at desc, id desc limit 200
      ) newest group by user_id order by max(created_at) desc limit p_most
    );
  else
    v_people := array(
      select user_id from (select * from orders where search @@ v_words limit 3000) few
      group by user_id order by max(created_at) desc limit p_most
    );
  end if;
  if cardinality(v_people) < p_most then
    v_people := v_people || array(
      select person from (
        (select profiles.id as person from profiles where person_search(full_name, phone) @@ p_words limit p_most)
        union (select users.id from auth.users where person_search(user_metadata ->> 'full_name', null) @@ p_words
          limit p_most)
        union (select users.id from auth.users where email ~>=~ p_email and email ~<~ (p_email || chr(65535)) limit p_most)
      ) people where person <> all (v_people) limit p_most - cardinality(v_people)
    );
  end if;
  return query select unnest(v_people);
end $$;

revoke execute on function in_samples(tsquery, integer) from public;
