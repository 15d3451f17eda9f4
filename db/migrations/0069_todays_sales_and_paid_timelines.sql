-- Today's orders so far, for Today: `count_today` with one more sum, which reads the index of the orders by age.
-- The morning's counts; what the role does not include is null.
create or replace function count_today(p_low_stock integer) returns jsonb
  language plpgsql stable security definer set search_path = public, pg_temp
  as $$
declare
  v_role text := current_staff_role();
  v_midnight timestamptz := date_trunc('day', now(), 'Asia/Kolkata');
  v_today jsonb := '{}';
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
      ));
  end if;
  if v_role in ('owner', 'accountant') then
    v_today := v_today || jsonb_build_object(
      'refunds', (
        select jsonb_build_object('count', count(*), 'oldest', min(created_at)) from (
          select created_at from failed_refunds()
        ) failed
      ),
      'cash_overdue', (
        select jsonb_build_object('count', count(*), 'amount', coalesce(sum(amount), 0))
        from cod_collections where state = 'due' and due_at < now()
      ),
      'today_so_far', sum_sales(v_midnight, 'infinity'),
      'yesterday', sum_sales(v_midnight - interval '1 day', v_midnight),
      'last_seven_days', sum_sales(v_midnight - interval '7 days', v_midnight));
  end if;
  return v_today;
end $$;

-- The same, and how it was paid: an order that was paid online is confirmed by that, without an event that says so.
drop function order_timeline(uuid);
create function order_timeline(p_order uuid)
  returns table (order_number text, status text, payment_method text, created_at timestamptz, events jsonb)
  language sql stable security definer set search_path = public, pg_temp
  as $$
    select order_number, status, payment_method, created_at, shown_events(id) from orders where id = p_order
  $$;
revoke execute on function order_timeline(uuid) from public;
grant execute on function order_timeline(uuid) to shop_app;
