-- The same, and the order's total: the server compares a refund with it and says whether that was only a part. Neither
-- amount leaves the server.
drop function order_timeline(uuid);
create function order_timeline(p_order uuid)
  returns table (
    order_number text, status text, payment_method text, total_amount numeric, created_at timestamptz, events jsonb,
    refunded boolean
  )
  language sql stable security definer set search_path = public, pg_temp
  as $$
    select order_number, status, payment_method, total_amount, created_at, shown_events(id),
      payment_id is not null and wholly_refunded(payment_id)
    from orders where id = p_order
  $$;
revoke execute on function order_timeline(uuid) from public;
grant execute on function order_timeline(uuid) to shop_app;
