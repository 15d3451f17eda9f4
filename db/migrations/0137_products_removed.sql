-- A product that was added by mistake can be removed, if nobody has ordered it: before, it remained in the lists of products
-- and of the stock for ever. What was sold stays for the books and is hidden.

-- By the indexes: of a product that is usually sold the planner expects a row at once, and reads all for one that never was.
create function may_remove_product(p_product text) returns boolean
  language plpgsql stable security definer set search_path = public, pg_temp set enable_seqscan = off
  as $$
begin
  return current_staff_role() = 'owner' and exists (select from products where id = p_product and not active)
    and not exists (select from order_items where product_id = p_product)
    and not exists (select from payment_intent_items where product_id = p_product);
end $$;

-- With its prices, its stock's history, and what is left of it in carts. The log keeps its name and who removed it.
create function remove_product(p_product text, p_version integer) returns text
  language plpgsql security definer set search_path = public, pg_temp
  as $$
declare
  v_product products;
begin
  if current_staff_role() is distinct from 'owner' then
    return 'not_permitted';
  end if;
  select * into v_product from products where id = p_product for update;
  if v_product.id is null then
    return 'product_not_found';
  elsif v_product.version <> p_version then
    return 'product_changed';
  elsif not may_remove_product(p_product) then
    return 'product_sold';
  end if;
  delete from products where id = p_product;
  insert into audit_log (staff_id, session_id, verb, subject_type, subject_id, before)
    values (current_staff(), current_staff_session(), 'remove_product', 'product', p_product,
      jsonb_build_object('name', v_product.name, 'price', v_product.price, 'stock', v_product.stock));
  return 'done';
end $$;

revoke execute on function may_remove_product(text), remove_product(text, integer) from public;
grant execute on function may_remove_product(text), remove_product(text, integer) to shop_staff;
