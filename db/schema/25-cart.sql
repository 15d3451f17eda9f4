-- Carts: name, picture and price as read from the product when it was added.

create table cart_items (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null,
  product_id text not null references products on delete cascade,
  product_name text not null,
  product_image text not null,
  quantity integer not null check (quantity between 1 and 999),
  price numeric(12, 2) not null check (price >= 0),
  created_at timestamptz not null default now(),
  constraint one_line_per_product unique (user_id, product_id)
);
create index cart_items_by_product on cart_items (product_id);
create index cart_items_by_age on cart_items (created_at);
alter table cart_items enable row level security;

-- Revision 2. What follows is applied again when it changes: raise the number then.

drop policy if exists own on cart_items;
create policy own on cart_items to shop_app
  using (user_id = current_shopper());
drop policy if exists worker on cart_items;
create policy worker on cart_items to shop_worker
  using (true);

revoke all on cart_items from shop_app, shop_worker;
grant select, insert, update, delete on cart_items to shop_app;
-- Of the accounts, the worker learns who has a session: a cart is kept as long.
grant select (id, user_id, created_at), update (id), delete on cart_items to shop_worker;
grant usage on schema auth to shop_worker;
grant select (user_id) on auth.sessions to shop_worker;
