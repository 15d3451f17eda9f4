-- Late parcels are found by their orders' index, one look for each order on its way. Today counts the failed jobs in the
-- queue that has been named 'dead-letter' since its renaming (server/jobs/queues.ts).

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
      -- Not 'exists', which may read all parcels at once.
      when 'late' then $f$o.fulfilment = 'shipped' and (o.shipped_at < now() - interval '7 days' or (
        select max(s.failed_attempts) from shipments s where s.order_id = o.id) > 0)$f$
      when 'refunding' then $f$o.payment_status = 'refund_pending'$f$
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
        when 'words' then 'o.search @@ $10'
        when 'tracking' then $f$o.id in (select s.order_id from shipments s where s.tracking_number like $11)$f$
        when 'products' then 'exists (select from order_items i where i.order_id = o.id and i.user_id = o.user_id and i.product_id = any($12))'
      end, v_where, v_order);
  end loop;
  return format('select o.id from (%s) o order by %s limit $13', array_to_string(v_parts, ' union '), v_order);
end $$;

create or replace function count_today(p_low_stock integer) returns jsonb
  language plpgsql stable security definer set search_path = public, pg_temp
  as $$
declare
  v_role text := current_staff_role();
  v_midnight timestamptz := date_trunc('day', now(), 'Asia/Kolkata');
  v_today jsonb := '{}';
  v_jobs integer;
begin
  if v_role is null then
    return null;
  end if;
  if v_role in ('owner', 'packer') then
    v_today := v_today || jsonb_build_object(
      'to_pack', count_waiting('confirmed'), 'to_hand_over', count_waiting('packed'),
      'low_stock', (select jsonb_build_object('count', count(*)) from products where active and stock <= p_low_stock));
  end if;
  if v_role = 'owner' then
    -- The queue of the jobs is made after the migrations.
    select count(*) into v_jobs from jobs.job where name = 'dead-letter';
    v_today := v_today || jsonb_build_object(
      'to_confirm', count_waiting('pending'), 'coming_back', count_waiting('returning'),
      'late', (
        select jsonb_build_object('count', count(*), 'oldest', min(shipped_at)) from (
          select shipped_at from orders o
          where fulfilment = 'shipped' and (shipped_at < now() - interval '7 days' or (
            select max(s.failed_attempts) from shipments s where s.order_id = o.id
          ) > 0)
          limit 1000
        ) late
      ),
      'failed_jobs', jsonb_build_object('count', v_jobs));
  end if;
  if v_role in ('owner', 'accountant') then
    v_today := v_today || jsonb_build_object(
      'refunds', (
        select jsonb_build_object('count', count(*), 'oldest', min(created_at)) from (
          select created_at from refunds where status = 'failed' limit 1000
        ) failed
      ),
      'cash_overdue', (
        select jsonb_build_object('count', count(*), 'amount', coalesce(sum(amount), 0))
        from cod_collections where state = 'due' and due_at < now()
      ),
      'yesterday', sum_sales(v_midnight - interval '1 day', v_midnight),
      'last_seven_days', sum_sales(v_midnight - interval '7 days', v_midnight));
  end if;
  return v_today;
end $$;
