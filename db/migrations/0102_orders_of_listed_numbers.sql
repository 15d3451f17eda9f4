-- A courier's list is pasted into the search: exactly the orders with these order and tracking numbers, as far as the queue and
-- the filters have them, like find_orders(). A parcel that was taken back has given up its number.
create function find_listed_orders(
  p_filters text[], p_fulfilment text, p_payment_method text, p_payment_status text, p_courier uuid, p_product text,
  p_from timestamptz, p_to timestamptz, p_after uuid, p_numbers text[], p_oldest_first boolean, p_most integer
) returns setof uuid
  language plpgsql stable security definer rows 50 set search_path = public, pg_temp set enable_seqscan = off
  as $$
declare
  v_at timestamptz;
  v_filters text[] := p_filters;
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
  v_found := array(
    select id from orders where order_number = any(p_numbers)
    union
    select order_id from shipments where tracking_number = any(p_numbers) and state <> 'taken_back'
  );
  return query execute order_list_statement('{found}', v_filters, p_oldest_first, p_after is not null)
    using p_fulfilment, p_payment_method, p_payment_status, p_courier, p_product, p_from, p_to, v_at, p_after,
      null::tsquery, null::text, null::text[], p_most, null::tsquery, v_found;
end $$;
revoke execute on function find_listed_orders(
  text[], text, text, text, uuid, text, timestamptz, timestamptz, uuid, text[], boolean, integer) from public;
grant execute on function find_listed_orders(
  text[], text, text, text, uuid, text, timestamptz, timestamptz, uuid, text[], boolean, integer) to shop_staff;
