-- Searches of staff that read less: a page of a common word costs one short scan, and no samples before it.

-- As before, but a word of six characters or more that has a digit (an order number, a telephone number, a PIN) is rare
-- without a look at samples. Some PINs are common all the same: find_orders() counts.
create or replace function rare_words(p_words tsquery, p_role text) returns tsquery
  language sql stable set search_path = public, pg_temp
  as $$
    with word as materialized (
      select search_of_role(quoted[1]::tsquery, p_role) as query, quoted[1] ~ '\d' and length(quoted[1]) >= 8 as is_number
      from regexp_matches(p_words::text, $r$('(?:[^']|'')*')$r$, 'g') quoted
    ), newest as materialized (
      select search from orders order by created_at desc, id desc limit 250
    ), older as materialized (
      select search from orders
      where created_at < (select min(created_at) + (max(created_at) - min(created_at)) / 2 from orders)
      order by created_at desc, id desc limit 250
    )
    select string_agg('(' || query::text || ')', ' & ')::tsquery from word
    where is_number
      or 3 > (select count(*) from newest where search @@ query) or 3 > (select count(*) from older where search @@ query)
  $$;

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
  v_several boolean := p_words::text like '%&%';
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
  -- fetched and sorted; for a common word the list is read in its order, which soon has a page. Words that are common each
  -- may be seldom together. So the newest 500 are read first: they have a page, or say how many more would have it; else it
  -- is decided by samples.
  v_words := case when p_words is not null then search_of_role(p_words, current_staff_role()) end;
  if v_words is not null then
    if p_most <= 1000 and cardinality(v_filters) = 0 and not p_oldest_first
      and p_words::text !~ $r$'(?=[^']*\d)[^']{6,}'$r$ then
      v_found := newest_with_words(v_words, v_at, p_after, 500, p_most);
      if cardinality(v_found) between 2 and p_most - 1 then
        v_found := newest_with_words(v_words, v_at, p_after, least(10000, 1000 * p_most / cardinality(v_found)), p_most);
      end if;
    end if;
    if cardinality(v_found) = p_most then
      if cardinality(v_sources) = 1 then
        return query select unnest(v_found);
        return;
      end if;
      v_sources[1] := 'found';
    else
      -- One word of which the newest 500 have next to nothing is rare by the samples, too.
      v_rare := case when not v_several and cardinality(v_found) < 2 then v_words
        else rare_words(p_words, current_staff_role()) end;
      if p_most > 1000 and (v_rare is not null or v_several) then
        v_rare := v_words; -- for a file, the list would be read to its end
        v_sources[1] := 'few';
      elsif v_rare is not null then
        v_sources[1] := 'few';
        if (select count(*) from (select from orders where search @@ v_rare limit 3001) matching) > 3000 then
          v_rare := v_words;
          if not v_several
            or (select count(*) from (select from orders where search @@ v_words limit 3001) matching) > 3000 then
            v_sources[1] := 'words';
          end if;
        end if;
      elsif not v_several then
        v_sources[1] := 'words';
      else
        v_rare := v_words;
        v_sources[1] := case when in_samples(v_words, 250) or in_samples(v_words, 2500) then 'words' else 'few' end;
      end if;
    end if;
  end if;
  return query execute order_list_statement(v_sources, v_filters, p_oldest_first, p_after is not null)
    using p_fulfilment, p_payment_method, p_payment_status, p_courier, p_product, p_from, p_to, v_at, p_after,
      v_words, p_tracking, p_products, p_most, v_rare, v_found;
end $$;
