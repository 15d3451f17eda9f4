-- A postal code of another country is in no PIN area: Berlin's 10115 counted as area 101. Nor is what is no PIN code.
create or replace function sum_areas_of_day(p_day date) returns table (
    area text, handed_over integer, delivered integer, returned integer
  )
  language sql stable set search_path = public, pg_temp
  as $$
    select case when lower(trim(coalesce(o.shipping_address ->> 'country', 'India'))) = 'india'
        then coalesce(substring(o.shipping_address ->> 'postal_code' from '^\s*([1-9]\d\d)\s*\d{3}\s*$'), 'Unknown')
        else 'Unknown' end,
      count(*)::integer, (count(*) filter (where o.fulfilment = 'delivered'))::integer,
      (count(*) filter (where o.fulfilment = 'returned'))::integer
    from orders o
    where o.created_at >= india_midnight(p_day) and o.created_at < india_midnight(p_day + 1)
      and o.fulfilment in ('shipped', 'returning', 'delivered', 'returned', 'lost')
    group by 1
  $$;

-- The days of such orders are summed again.
insert into report_changes (day)
  select distinct india_day(created_at) from orders
  where fulfilment in ('shipped', 'returning', 'delivered', 'returned', 'lost')
    and (lower(trim(shipping_address ->> 'country')) <> 'india'
      or shipping_address ->> 'postal_code' !~ '^\s*[1-9]\d\d\s*\d{3}\s*$');
