-- Lists and reports read less.

-- A search for several common words reads its page itself, instead of samples first that tell how common they are together.
-- Of a common word and a rare one the index is asked for the rare one alone.

-- The words of a search that few orders have, as one search; null when many have each of them. The newest and those in the
-- middle of the shop's time tell, as in in_samples(). Each sample is read once.
create function rare_words(p_words tsquery, p_role text) returns tsquery
  language sql stable set search_path = public, pg_temp
  as $$
    with word as materialized (
      select search_of_role(quoted[1]::tsquery, p_role) as query
      from regexp_matches(p_words::text, $r$('(?:[^']|'')*')$r$, 'g') quoted
    ), newest as materialized (
      select search from orders order by created_at desc, id desc limit 250
    ), older as materialized (
      select search from orders
      where created_at < (select min(created_at) + (max(created_at) - min(created_at)) / 2 from orders)
      order by created_at desc, id desc limit 250
    )
    select string_agg('(' || query::text || ')', ' & ')::tsquery from word
    where 3 > (select count(*) from newest where search @@ query) or 3 > (select count(*) from older where search @@ query)
  $$;

-- The orders that a search finds among the newest `p_size`, or among so many after the last one of a page, in their order.
create function newest_with_words(p_words tsquery, p_at timestamptz, p_after uuid, p_size integer, p_most integer)
  returns uuid[]
  language plpgsql stable set search_path = public, pg_temp
  as $$
begin
  if p_after is null then
    return array(
      select id from (select id, created_at, search from orders order by created_at desc, id desc limit p_size) newest
      where search @@ p_words order by created_at desc, id desc limit p_most
    );
  end if;
  return array(
    select id from (
      select id, created_at, search from orders where (created_at, id) < (p_at, p_after)
      order by created_at desc, id desc limit p_size
    ) newest
    where search @@ p_words order by created_at desc, id desc limit p_most
  );
end $$;

-- Two sources besides: 'few' asks the index for $14 and looks at the rest of the search itself; 'found' are those of $15.
do $$
declare
  v_former text := pg_get_functiondef('order_list_statement(text[], text[], boolean, boolean)'::regprocedure);
  v_now text := replace(replace(v_former,
    'when ''few'' then ''(select * from orders where search @@ $10 offset 0)''',
    'when ''few'' then ''(select * from orders where search @@ $14 offset 0)'''),
    'when ''few'' then ''true''',
    'when ''few'' then ''ts_match_vq(o.search, $10)''
        when ''found'' then ''o.id = any($15)''');
begin
  if v_now not like '%search @@ $14%' or v_now not like '%any($15)%' then
    raise exception 'order_list_statement() has no source few';
  end if;
  execute v_now;
end $$;

-- As before.
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
  v_words tsquery := search_of_role(p_words, current_staff_role());
  v_rare tsquery;
  v_found uuid[];
begin
  if current_staff_role() is null then
    return;
  end if;
  if current_staff_role() = 'packer' then v_filters := v_filters || 'packer'::text; end if;
  if p_after is not null then
    select created_at into v_at from orders where id = p_after;
    if not found then return; end if;
  end if;
  -- How many orders a typed beginning matches is not known to the planner, and a wrong guess reads all of them. A few are
  -- fetched and sorted; for a common word the list is read in its order, which soon has a page. Words that are common each
  -- may be seldom together: the first 10,000 of the list are read for them, and have the page, or it is decided by samples.
  if v_words is not null then
    v_rare := rare_words(p_words, current_staff_role());
    if v_rare is not null then
      v_sources := '{few}';
      if (select count(*) from (select from orders where search @@ v_rare limit 3001) matching) > 3000 then
        v_rare := v_words;
        if p_words::text not like '%&%'
          or (select count(*) from (select from orders where search @@ v_words limit 3001) matching) > 3000 then
          v_sources := '{words}';
        end if;
      end if;
    elsif p_words::text not like '%&%' then
      v_sources := '{words}';
    else
      v_rare := v_words;
      if cardinality(v_filters) = 0 and not p_oldest_first then
        v_found := newest_with_words(v_words, v_at, p_after, 10000, p_most);
      end if;
      v_sources := case
        when cardinality(v_found) = p_most then '{found}'
        when in_samples(v_words, 250) or in_samples(v_words, 2500) then '{words}'
        else '{few}'
      end;
    end if;
  end if;
  if p_tracking is not null then v_sources := v_sources || 'tracking'::text; end if;
  if cardinality(p_products) > 0 then v_sources := v_sources || 'products'::text; end if;
  return query execute order_list_statement(v_sources, v_filters, p_oldest_first, p_after is not null)
    using p_fulfilment, p_payment_method, p_payment_status, p_courier, p_product, p_from, p_to, v_at, p_after,
      v_words, p_tracking, p_products, p_most, v_rare, v_found;
end $$;

-- The days of a range that have to be read from their orders, as before. Today is one whatever has happened, and the others that
-- have changed are read once: a day's list of changes is as long as it had steps, and was read for each day of the range.
create or replace function days_to_read(p_from date, p_to date) returns setof date
  language sql stable set search_path = public, pg_temp
  as $$
    with changed as materialized (
      select distinct day from report_changes where day between p_from and least(p_to, india_day(now()) - 1)
    ), summed as materialized (
      select day from report_days where day between p_from and least(p_to, india_day(now()) - 1)
    )
    select each.day::date
    from generate_series(
      greatest(p_from, (select india_day(min(created_at)) from orders)), least(p_to, india_day(now())), interval '1 day'
    ) each (day)
    where each.day::date not in (select summed.day from summed) or each.day::date in (select changed.day from changed)
  $$;

revoke execute on function rare_words(tsquery, text), newest_with_words(tsquery, timestamptz, uuid, integer, integer)
  from public;
