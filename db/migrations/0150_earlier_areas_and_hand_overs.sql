-- The new sums of the days that were summed before there were any. In a migration of their own, because reading a million
-- orders takes seconds: orders can be placed and handed over meanwhile, and what changes is noted and summed again. What
-- the job has summed since the last migration stays.
select pg_advisory_xact_lock(hashtextextended('report_days', 0));

insert into report_areas
  select india_day(o.created_at), coalesce(substring(o.shipping_address ->> 'postal_code' from '^\s*([1-9]\d\d)'), 'Unknown'),
    count(*), count(*) filter (where o.fulfilment = 'delivered'), count(*) filter (where o.fulfilment = 'returned')
  from orders o
  where o.fulfilment in ('shipped', 'returning', 'delivered', 'returned', 'lost')
    and india_day(o.created_at) in (select day from report_days)
  group by 1, 2
  on conflict do nothing;
insert into report_hand_overs
  select india_day(o.created_at), round(extract(epoch from o.shipped_at - o.created_at) / 3600), count(*)
  from orders o
  where o.fulfilment in ('shipped', 'returning', 'delivered', 'returned', 'lost') and o.shipped_at is not null
    and india_day(o.created_at) in (select day from report_days)
  group by 1, 2
  on conflict do nothing;
update report_sales summed set confirmed = answered.confirmed, unconfirmed = answered.unconfirmed
  from (
    select india_day(o.created_at) as day, o.payment_method, coalesce(o.payment_mode, 'live') <> 'live' as test_money,
      count(*) filter (where o.confirmed_at is not null or o.fulfilment not in ('pending', 'cancelled')) as confirmed,
      count(*) filter (where o.confirmed_at is null and o.fulfilment = 'cancelled') as unconfirmed
    from orders o group by 1, 2, 3
  ) answered
  where (summed.day, summed.payment_method, summed.test_money)
    = (answered.day, answered.payment_method, answered.test_money);
