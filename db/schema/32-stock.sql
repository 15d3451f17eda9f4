-- Why the stock is what it is. What staff change, and what cancelled and returned orders bring back, are movements;
-- sales and goods held for payments are read from where they stand already. For each product the sum of stock_ledger is
-- products.stock (server/admin/stock/ledger.test.ts).

create table stock_movements (
  id bigint primary key generated always as identity,
  product_id text not null references products on delete cascade,
  delta integer not null,
  reason text not null check (reason in (
    'opening', 'received', 'count', 'damaged', 'sample', 'cancelled', 'returned_to_origin', 'returned'
  )),
  order_item_id uuid references order_items on delete set null,
  staff_id uuid references staff,
  note text check (length(note) <= 200),
  idempotency_key text unique,
  at timestamptz not null default now(),
  constraint reason_has_its_sign check (case
    when reason in ('received', 'returned_to_origin') then delta > 0
    when reason in ('damaged', 'sample') then delta < 0
    when reason in ('count', 'returned', 'cancelled') then delta <> 0
    else true
  end)
);
create index stock_movements_by_product on stock_movements (product_id, id desc);
create index stock_movements_by_staff on stock_movements (staff_id);
create index stock_movements_by_order_item on stock_movements (order_item_id);
create unique index once_per_order_item on stock_movements (order_item_id, reason)
  where reason not in ('returned', 'cancelled');
alter table stock_movements enable row level security;

-- Every change of every product's stock. What is held for a payment counts while it is.
create view stock_ledger with (security_barrier) as
  select 'm' || id as id, product_id, at, delta, reason, note, staff_id, null::uuid as order_id, order_item_id
    from stock_movements
  union all
  select 's' || item.id, item.product_id, orders.created_at, -item.quantity, 'sold', null, null, item.order_id, item.id
    from order_items item join orders on orders.id = item.order_id
  union all
  select 'h' || intent.id, item.product_id, intent.created_at, -item.quantity, 'held', null, null, null, null
    from payment_intent_items item join payment_intents intent on intent.id = item.intent_id
    where intent.holds_stock;

-- Revision 3. What follows is applied again when it changes: raise the number then.

-- Takes the products' locks in the order of their ids, as placing an order does. Of what an order took out of the stock,
-- no more comes back, and no more is taken out again.
create or replace function move_stock() returns trigger
  language plpgsql security definer set search_path = public, pg_temp
  as $$
begin
  perform from products where id in (select product_id from moved where reason <> 'opening')
    order by id for no key update;
  update products set stock = products.stock + total.delta
    from (select product_id, sum(delta)::integer as delta from moved where reason <> 'opening' group by 1) total
    where products.id = total.product_id;
  if exists (
    select from order_items item join stock_movements back on back.order_item_id = item.id
    where item.id in (select order_item_id from moved)
    group by item.id having sum(back.delta) not between 0 and item.quantity
  ) then
    raise exception 'more would come back into the stock than was sold'
      using errcode = 'check_violation', constraint = 'no_more_back_than_sold';
  end if;
  return null;
end $$;

-- A new product's stock is its first movement.
create or replace function record_opening_stock() returns trigger
  language plpgsql security definer set search_path = public, pg_temp
  as $$
begin
  insert into stock_movements (product_id, delta, reason) values (new.id, new.stock, 'opening');
  return null;
end $$;

-- How many pieces of each product payments hold, are sold and still on the shelf, and were sold in the last thirty
-- days; for owners and packers, who do not see all those orders.
create or replace view stock_levels as
  with holds as (
    select item.product_id as id, sum(item.quantity)::integer as pieces
    from payment_intents intent join payment_intent_items item on item.intent_id = intent.id
    where intent.holds_stock group by 1
  ), shelved as (
    select item.product_id as id, sum(item.quantity)::integer as pieces
    from orders join order_items item on item.order_id = orders.id and item.user_id = orders.user_id
    where orders.fulfilment in ('pending', 'confirmed', 'packed') group by 1
  ), sales as (
    select item.product_id as id, sum(item.quantity)::integer as pieces
    from orders join order_items item on item.order_id = orders.id and item.user_id = orders.user_id
    where orders.created_at > now() - interval '30 days' and orders.status <> 'cancelled' group by 1
  )
  select products.id as product_id, coalesce(holds.pieces, 0) as held, coalesce(shelved.pieces, 0) as reserved,
    coalesce(sales.pieces, 0) as sold
  from products
  left join holds using (id) left join shelved using (id) left join sales using (id)
  where current_staff_role() in ('owner', 'packer');

-- The newest lines of one product's ledger. A product with a hundred thousand sales is read by its newest orders.
create or replace function stock_history(p_product text, p_most integer)
  returns table(id text, at timestamptz, delta integer, reason text, note text, staff_id uuid, order_id uuid)
  language plpgsql stable security definer set search_path = public, pg_temp
  as $$
begin
  if coalesce(current_staff_role() not in ('owner', 'packer'), true) then
    return;
  end if;
  return query
    select ledger.id, ledger.at, ledger.delta, ledger.reason, ledger.note, ledger.staff_id, ledger.order_id
    from (
      (select 'm' || m.id as id, m.at, m.delta, m.reason, m.note, m.staff_id,
          (select item.order_id from order_items item where item.id = m.order_item_id) as order_id
        from stock_movements m where m.product_id = p_product order by m.id desc limit p_most)
      union all
      (select 's' || item.id, orders.created_at, -item.quantity, 'sold', null, null, item.order_id
        from order_items item join orders on orders.id = item.order_id and orders.user_id = item.user_id
        where item.product_id = p_product order by orders.created_at desc limit p_most)
      union all
      (select 'h' || intent.id, intent.created_at, -item.quantity, 'held', null, null, null
        from payment_intents intent join payment_intent_items item on item.intent_id = intent.id
        where intent.holds_stock and item.product_id = p_product order by intent.created_at desc limit p_most)
    ) ledger
    order by ledger.at desc, ledger.id desc limit p_most;
end $$;

create or replace trigger move_stock after insert on stock_movements
  referencing new table as moved for each statement execute function move_stock();
create or replace trigger record_opening_stock after insert on products
  for each row execute function record_opening_stock();

drop policy if exists staff on stock_movements;
create policy staff on stock_movements for select to shop_staff
  using ((select current_staff_role()) in ('owner', 'packer'));
drop policy if exists staff_insert on stock_movements;
create policy staff_insert on stock_movements for insert to shop_staff
  with check (
    (select current_staff_role()) in ('owner', 'packer')
    and staff_id = (select current_staff())
    and reason in ('received', 'damaged', 'sample', 'count')
    and order_item_id is null
  );
-- Pieces of orders come back, or are taken out once more.
drop policy if exists steps on stock_movements;
create policy steps on stock_movements for insert to shop_staff
  with check (
    (select current_staff_role()) = 'owner' and staff_id = (select current_staff())
    and reason in ('cancelled', 'returned_to_origin', 'returned') and order_item_id is not null
  );
drop policy if exists own_cancellations on stock_movements;
create policy own_cancellations on stock_movements for insert to shop_app
  with check (
    reason = 'cancelled' and staff_id is null and exists (
      select from order_items item join orders on orders.id = item.order_id
      where item.id = order_item_id and item.user_id = current_shopper() and orders.fulfilment = 'cancelled'
        and item.product_id = stock_movements.product_id
    )
  );

revoke all on stock_movements from shop_staff, shop_app;
grant select, insert on stock_movements to shop_staff;
grant insert (product_id, delta, reason, order_item_id, staff_id) on stock_movements to shop_app;
grant select on stock_levels to shop_staff;
revoke all on function move_stock, record_opening_stock, stock_history from public;
grant execute on function stock_history to shop_staff;
