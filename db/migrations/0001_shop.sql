-- The shop: products, carts, addresses, profiles, orders.
-- Tables and columns carry the names of the specification (§3). Amounts are rupees with two decimals.
-- Users are known by id alone, so that any service of the same protocol can keep the accounts.

-- The application never connects as the owner of these tables and can never bypass row security.
do $$
begin
  if not exists (select from pg_roles where rolname = 'shop_app') then
    create role shop_app nosuperuser nobypassrls;
  end if;
exception when duplicate_object or unique_violation then null; -- another database of this server was first
end $$;

-- An owner that is no superuser must be a member before it can take on the role.
do $$
begin
  if not pg_has_role(current_user, 'shop_app', 'usage') then
    grant shop_app to current_user;
  end if;
end $$;

-- Who is asking: set for one transaction by the code that has checked the session.
create function current_shopper() returns uuid
  language sql stable parallel safe
  as $$ select nullif(current_setting('shop.user_id', true), '')::uuid $$;

create table products (
  id text primary key check (length(id) between 1 and 64),
  name text not null check (name <> ''),
  description text not null,
  long_description text not null,
  price numeric(12, 2) not null check (price > 0),
  weight text not null,
  image text not null,
  images text[] not null check (cardinality(images) > 0),
  category text not null check (category in ('loose-leaf', 'packaged', 'gift-set')),
  benefits jsonb not null default '[]',
  brewing jsonb not null default '[]',
  ingredients text not null,
  certifications text[] not null default '{}',
  rating numeric(2, 1) not null check (rating between 0 and 5),
  review_count integer not null check (review_count >= 0),
  popularity integer not null default 0,
  stock integer not null check (stock >= 0),
  active boolean not null default true,
  created_at timestamptz not null default now(),
  search tsvector not null generated always as (
    setweight(to_tsvector('simple', name), 'A') || setweight(to_tsvector('simple', description), 'B')
  ) stored
);
create index products_by_popularity on products (popularity desc, id) where active;
create index products_by_price on products (price, id) where active;
create index products_by_age on products (created_at desc, id) where active;
create index products_by_words on products using gin (search) where active;

-- Pages are cached whole; this number moves, in the same transaction, when what they show has changed.
create table catalogue_revision (
  only_row boolean primary key default true check (only_row),
  revision bigint not null default 1
);
insert into catalogue_revision default values;

-- Shoppers read 'Only n left' from 1 to 5 (shown_stock); above that a sale changes no page.
create function shown_stock(stock integer) returns integer
  language sql immutable parallel safe
  as $$ select least(stock, 6) $$;

-- Functions with their owner's rights look at temporary tables last: otherwise whoever may call them could lay one
-- of their own under a name they use.
create function note_catalogue_change() returns trigger
  language plpgsql security definer set search_path = public, pg_temp
  as $$
begin
  if tg_op = 'UPDATE' then
    if not exists (
      select from before_change b join after_change a using (id)
      where shown_stock(b.stock) <> shown_stock(a.stock)
        or (
          b.name, b.description, b.long_description, b.price, b.weight, b.image, b.images, b.category,
          b.benefits, b.brewing, b.ingredients, b.certifications, b.rating, b.review_count, b.popularity,
          b.active, b.created_at
        ) is distinct from (
          a.name, a.description, a.long_description, a.price, a.weight, a.image, a.images, a.category,
          a.benefits, a.brewing, a.ingredients, a.certifications, a.rating, a.review_count, a.popularity,
          a.active, a.created_at
        )
    ) then
      return null;
    end if;
  end if;
  update catalogue_revision set revision = revision + 1;
  return null;
end $$;

create trigger products_inserted after insert on products
  for each statement execute function note_catalogue_change();
create trigger products_deleted after delete on products
  for each statement execute function note_catalogue_change();
create trigger products_updated after update on products
  referencing old table as before_change new table as after_change
  for each statement execute function note_catalogue_change();

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

create table addresses (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null,
  full_name text not null check (length(full_name) between 1 and 100),
  phone text not null check (length(phone) between 10 and 20),
  address_line1 text not null check (length(address_line1) between 1 and 200),
  address_line2 text check (length(address_line2) <= 200),
  city text not null check (length(city) between 1 and 100),
  state text not null check (length(state) between 1 and 100),
  postal_code text not null check (length(postal_code) between 1 and 20),
  country text not null default 'India' check (length(country) between 1 and 100),
  is_default boolean not null default false,
  created_at timestamptz not null default now(),
  unique (id, user_id)
);
create index addresses_by_shopper on addresses (user_id, is_default desc, created_at desc, id);
create unique index one_default_address on addresses (user_id) where is_default;

-- Two tabs at once: the second waits here, before it holds any row. Waiting with a row in hand would be a deadlock
-- when the first comes to clear the flag on that very row.
create function wait_for_own_addresses() returns trigger
  language plpgsql
  as $$
begin
  perform pg_advisory_xact_lock(hashtextextended(current_shopper()::text, 0));
  return null;
end $$;
create trigger own_addresses before insert or update of is_default on addresses
  for each statement execute function wait_for_own_addresses();

-- Making an address the default clears the flag on the shopper's others, whoever writes it.
create function keep_one_default_address() returns trigger
  language plpgsql
  as $$
begin
  -- Held already when a shopper writes; this is for everybody else.
  perform pg_advisory_xact_lock(hashtextextended(new.user_id::text, 0));
  update addresses set is_default = false
    where user_id = new.user_id and is_default and id <> new.id;
  return new;
end $$;
create trigger default_address before insert or update of is_default on addresses
  for each row when (new.is_default) execute function keep_one_default_address();

create table profiles (
  id uuid primary key,
  full_name text not null check (length(full_name) between 1 and 100),
  phone text check (length(phone) <= 20)
);

create table orders (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null,
  order_number text not null unique,
  total_amount numeric(12, 2) not null check (total_amount >= 0),
  shipping_address_id uuid,
  shipping_address jsonb not null check (jsonb_typeof(shipping_address) = 'object'),
  payment_method text not null check (payment_method in ('cod', 'razorpay')),
  payment_status text not null default 'pending' check (
    payment_status in ('pending', 'paid', 'failed', 'refund_pending', 'partially_refunded', 'refunded')
  ),
  status text not null default 'pending' check (
    status in ('pending', 'confirmed', 'processing', 'shipped', 'delivered', 'cancelled')
  ),
  idempotency_key text not null check (length(idempotency_key) between 8 and 100),
  request_hash text not null,
  created_at timestamptz not null default now(),
  unique (id, user_id),
  constraint one_order_per_key unique (user_id, idempotency_key),
  -- The shopper's own address or none; deleting it leaves the order its copy.
  foreign key (shipping_address_id, user_id) references addresses (id, user_id)
    on delete set null (shipping_address_id)
);
create index orders_by_shopper on orders (user_id, created_at desc, id desc);
create index orders_by_address on orders (shipping_address_id);

create table order_items (
  id uuid primary key default gen_random_uuid(),
  order_id uuid not null,
  user_id uuid not null, -- the order's own, so that row security is one comparison
  product_id text not null references products on delete restrict,
  product_name text not null,
  product_image text not null,
  quantity integer not null check (quantity >= 1),
  price numeric(12, 2) not null check (price >= 0),
  subtotal numeric(14, 2) not null generated always as (price * quantity) stored,
  foreign key (order_id, user_id) references orders (id, user_id) on delete cascade
);
create index order_items_by_order on order_items (order_id, user_id);
create index order_items_by_product on order_items (product_id);

-- Order numbers: short, readable aloud, and silent about how many orders the shop has.
create sequence order_number_sequence minvalue 0 maxvalue 1073741823; -- 2^30 numbers of six characters
create table order_number_key (
  only_row boolean primary key default true check (only_row),
  key uuid not null default gen_random_uuid()
);
insert into order_number_key default values;

-- 'AP-7KQ-M2X'. The sequence makes numbers distinct under any concurrency; four Feistel rounds keyed with
-- this shop's own secret map each to another of the same range, one to one; Crockford's alphabet
-- leaves out I, L, O and U, which are misheard or misread.
create function generate_order_number() returns text
  language plpgsql volatile security definer set search_path = public, pg_temp
  as $$
declare
  alphabet constant text := '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
  secret uuid := (select key from order_number_key);
  n integer := nextval('order_number_sequence');
  high integer := n >> 15;
  low integer := n & 32767;
  swapped integer;
  code text := '';
begin
  for round in 1..4 loop
    swapped := low;
    low := high # (('x' || substr(md5(secret || ':' || round || ':' || low), 1, 4))::bit(16)::integer & 32767);
    high := swapped;
  end loop;
  n := (high << 15) | low;
  for position in 0..5 loop
    code := code || substr(alphabet, ((n >> (5 * position)) & 31) + 1, 1);
  end loop;
  return 'AP-' || left(code, 3) || '-' || right(code, 3);
end $$;

-- The second wall behind the ownership in every query.
alter table cart_items enable row level security;
alter table addresses enable row level security;
alter table profiles enable row level security;
alter table orders enable row level security;
alter table order_items enable row level security;
create policy own on cart_items using (user_id = (select current_shopper()));
create policy own on addresses using (user_id = (select current_shopper()));
create policy own on profiles using (id = (select current_shopper()));
create policy own on orders using (user_id = (select current_shopper()));
create policy own on order_items using (user_id = (select current_shopper()));

revoke execute on all functions in schema public from public;
grant usage on schema public to shop_app;
grant execute on function current_shopper(), shown_stock(integer), generate_order_number() to shop_app;
grant select, update (stock) on products to shop_app;
grant select on catalogue_revision to shop_app;
grant select, insert, update, delete on cart_items, addresses to shop_app;
grant select, insert, update on profiles to shop_app;
grant select, insert on orders, order_items to shop_app;
