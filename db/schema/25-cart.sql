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

-- Revision 1. What follows is applied again when it changes: raise the number then.

-- Lines that nobody has touched since `p_before`, at most `p_most`.
create or replace function delete_old_carts(p_before timestamptz, p_most integer) returns integer
  language sql security definer set search_path = public, pg_temp
  as $$
    with old as (
      select id from cart_items
      where created_at < p_before
        and not exists (select from auth.sessions where sessions.user_id = cart_items.user_id)
      order by created_at limit p_most
      for update skip locked
    ), gone as (
      delete from cart_items where id = any(array(select id from old)) returning 1
    )
    select count(*)::integer from gone
  $$;

drop policy if exists own on cart_items;
create policy own on cart_items
  using (user_id = current_shopper());

revoke all on cart_items from shop_app;
grant select, insert, update, delete on cart_items to shop_app;
revoke all on function delete_old_carts from public;
grant execute on function delete_old_carts to shop_app;
