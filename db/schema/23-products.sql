-- Products, their pictures, and prices that change by themselves. Shoppers read, sales take from the stock, owners
-- alone change the rest.

create table products (
  id text primary key,
  name text not null,
  description text not null,
  long_description text not null,
  price numeric(12, 2) not null,
  weight text not null,
  image text not null,
  images text[] not null,
  category text not null,
  benefits jsonb not null default '[]',
  brewing jsonb not null default '[]',
  ingredients text not null,
  certifications text[] not null default '{}',
  rating numeric(2, 1) not null default 0,
  review_count integer not null default 0,
  popularity integer not null default 0,
  -- The only check of the table itself: those of the rest run only where that is written (check_product), because each
  -- sale writes the stock.
  stock integer not null default 0 check (stock >= 0),
  active boolean not null default true,
  created_at timestamptz not null default now(),
  -- When the page of a product last said something else. Selling one is no change of the page.
  updated_at timestamptz not null default now(),
  -- What each picture shows, for those who do not see it: one text for each picture in their order, or none at all.
  image_texts text[] not null default '{}',
  -- What lies in the box: {"count": 2, "item": "tin of whole dried flowers", "grams": 100}, the grams of flowers in one
  -- of them, left out where it holds none. How many cups that makes is computed from it (domain/brewing.ts).
  contents jsonb not null default '[]',
  taste text not null default '',
  country_of_origin text not null default 'India',
  -- Written by a trigger where a text changes: as generated columns they were computed with every sale.
  search_name tsvector not null,
  search tsvector not null,
  -- So that nobody overwrites what they have not seen.
  version integer not null default 0,
  mrp numeric(12, 2) not null,
  -- A repeated request to create a product finds the one it made; its key with another form is not the same request.
  creation_key text unique,
  creation_hash text
);
create index products_by_popularity on products (popularity desc, id desc, price) where active;
create index products_by_price on products (price, id) where active;
create index products_by_age on products (created_at desc, id desc, price) where active;
create index products_of_category_by_popularity on products (category, popularity desc, id desc, price) where active;
create index products_of_category_by_price on products (category, price, id) where active;
create index products_of_category_by_age on products (category, created_at desc, id desc, price) where active;
create index products_by_id on products (id, updated_at) where active;
create index products_by_words_of_name on products using gin (search_name) where active;
create index products_by_words on products using gin (search) where active;
create index hidden_products_by_words_of_name on products using gin (search_name) where not active;
alter table products enable row level security;

-- PostgreSQL reads every check of a table anew for each statement that updates it, also for a sale, which changes
-- nothing but the stock. A trigger looks at the columns that it names. The errors are those of the checks. Where no MRP
-- is given, the product keeps its own, and a rise of the price declares one.
create function check_product() returns trigger
  language plpgsql set search_path = public, pg_temp
  as $$
declare
  broken text;
begin
  new.mrp := coalesce(new.mrp, greatest(old.mrp, new.price));
  broken := case
    when not (length(new.id) between 1 and 64) then 'products_id_check'
    when new.name = '' then 'products_name_check'
    when new.category not in ('loose-leaf', 'packaged', 'gift-set') then 'products_category_check'
    when new.price <= 0 then 'products_price_check'
    when new.mrp <= 0 then 'products_mrp_check'
    when new.price > new.mrp then 'price_within_mrp'
    when new.active and cardinality(new.images) = 0 then 'shown_with_pictures'
    when cardinality(new.image_texts) not in (0, cardinality(new.images))
      or array_position(new.image_texts, null) is not null then 'one_text_per_image'
    when jsonb_typeof(new.contents) <> 'array' then 'products_contents_check'
    when new.country_of_origin = '' then 'products_country_of_origin_check'
    when not (new.rating between 0 and 5) then 'products_rating_check'
    when new.review_count < 0 then 'products_review_count_check'
  end;
  if broken is not null then
    raise exception 'new row for relation "products" violates check "%"', broken
      using errcode = 'check_violation', schema = tg_table_schema, table = tg_table_name, constraint = broken;
  end if;
  return new;
end $$;
create trigger check_product before insert or update of
    id, name, category, price, mrp, active, images, image_texts, contents, country_of_origin, rating, review_count
  on products
  for each row execute function check_product();

-- Pages are cached whole; the sum of these numbers moves, in the same transaction, when what they show has changed.
-- Several rows, and a change moves one that is free: whoever keeps a change of a product open holds only that product
-- up.
create table catalogue_revision (
  revision bigint not null default 1,
  slot smallint primary key generated always as identity
);
insert into catalogue_revision (revision)
  select (n = 1)::integer from generate_series(1, 8) n;

-- Prices that change by themselves at an instant, for a time or for good. `products.price` stays what shoppers pay; a
-- job changes it at `starts_at` and back at `ends_at`.
create table price_changes (
  id uuid primary key default gen_random_uuid(),
  product_id text not null references products on delete cascade,
  price numeric(12, 2) not null check (price > 0),
  mrp numeric(12, 2) check (mrp > 0),
  starts_at timestamptz not null,
  ends_at timestamptz, -- null: the new price stays
  -- active: begun, and it will end. replaced: somebody set another price meanwhile.
  state text not null default 'scheduled' check (state in ('scheduled', 'active', 'done', 'cancelled', 'replaced')),
  former_price numeric(12, 2),
  former_mrp numeric(12, 2),
  staff_id uuid not null references staff,
  created_at timestamptz not null default now(),
  constraint change_within_mrp check (price <= mrp),
  constraint ends_after_it_starts check (ends_at > starts_at),
  constraint active_knows_its_former_price check (
    state <> 'active' or (ends_at is not null and former_price is not null)
  ),
  -- A change for good takes only its instant. Products are told apart by a hash, as a range: the operators of ranges
  -- need no extension.
  constraint one_change_at_a_time exclude using gist (
    int8range(hashtextextended(product_id, 0), hashtextextended(product_id, 0), '[]') with &&,
    (case
      when ends_at is null then tstzrange(starts_at, starts_at, '[]')
      else tstzrange(starts_at, ends_at)
    end) with &&
  ) where (state in ('scheduled', 'active'))
);
create index price_changes_of_product on price_changes (product_id, starts_at desc);
create index price_changes_by_staff on price_changes (staff_id);
create index price_changes_to_start on price_changes (starts_at) where state = 'scheduled';
create index price_changes_to_end on price_changes (ends_at) where state = 'active';
alter table price_changes enable row level security;

-- Pictures that staff upload (docs/decisions/075): the original waits for a job, which stores the sizes that pages show
-- and deletes it. Named by the hash of the original.
create table pictures (
  hash text primary key check (hash ~ '^[0-9a-f]{32}$'),
  state text not null default 'waiting' check (state in ('waiting', 'ready', 'unreadable')),
  original bytea,
  staff_id uuid references staff,
  created_at timestamptz not null default now(),
  unused_since timestamptz default now(), -- null while a product uses it
  ordered boolean not null default false, -- an order shows it: it stays
  check ((original is not null) = (state = 'waiting'))
);
create index pictures_by_staff on pictures (staff_id);
alter table pictures enable row level security;

create table picture_files (
  hash text not null references pictures on delete cascade,
  width integer not null,
  format text not null check (format in ('avif', 'webp', 'jpg')),
  bytes bytea not null,
  primary key (hash, width, format)
);
alter table picture_files enable row level security;
-- They are compressed already.
alter table pictures alter column original set storage external;
alter table picture_files alter column bytes set storage external;

-- Revision 3. What follows is applied again when it changes: raise the number then.

-- Moves a row that nobody holds, and adds one where all are held. Once for a transaction: rows that change together would
-- each make another version of the revision's row.
create or replace function update_catalogue_revision() returns trigger
  language plpgsql security definer set search_path = public, pg_temp
  as $$
begin
  if exists (select from catalogue_revision where xmin = pg_current_xact_id()::xid) then
    return null;
  end if;
  update catalogue_revision set revision = revision + 1
    where slot = (select slot from catalogue_revision order by slot limit 1 for update skip locked);
  if not found then
    insert into catalogue_revision (revision) values (1);
  end if;
  return null;
end $$;

-- Where the page says something else, and only there: see the trigger.
create or replace function set_product_updated_at() returns trigger
  language plpgsql
  as $$
begin
  new.updated_at := now();
  new.version := old.version + 1;
  return new;
end $$;

-- By the indexes: of a product that is usually sold the planner expects a row at once, and reads all for one that never
-- was.
create or replace function may_remove_product(p_product text) returns boolean
  language plpgsql stable security definer set search_path = public, pg_temp set enable_seqscan = off
  as $$
begin
  return current_staff_role() = 'owner' and exists (select from products where id = p_product and not active)
    and not exists (select from order_items where product_id = p_product)
    and not exists (select from payment_intent_items where product_id = p_product);
end $$;

-- Pages tell who runs the shop, its notice and what delivery costs.
create or replace trigger shown_settings_changed after insert on shop_settings
  for each statement execute function update_catalogue_revision();
create or replace trigger products_inserted after insert on products
  for each statement execute function update_catalogue_revision();
create or replace trigger products_deleted after delete on products
  for each statement execute function update_catalogue_revision();
create or replace trigger set_updated_at before update of
    name, description, long_description, price, mrp, weight, image, images, image_texts, category, benefits, brewing,
    ingredients, certifications, contents, taste, country_of_origin, rating, review_count, active
  on products
  for each row when (old.* is distinct from new.*) execute function set_product_updated_at();
create or replace trigger shown_stock_changed after update of stock on products
  for each row when (least(old.stock, 6) <> least(new.stock, 6)) execute function update_catalogue_revision();
create or replace trigger shown_facts_changed after update of
    name, description, long_description, price, mrp, weight, image, images, image_texts, category, benefits, brewing,
    ingredients, certifications, contents, taste, country_of_origin, rating, review_count, popularity, active,
    created_at
  on products
  for each row when (old.* is distinct from new.*) execute function update_catalogue_revision();

drop policy if exists everybody_reads on products;
create policy everybody_reads on products for select
  using (true);
drop policy if exists sales on products;
create policy sales on products for update to shop_app
  using (true);
drop policy if exists owners_add on products;
create policy owners_add on products for insert to shop_staff
  with check ((select current_staff_role()) = 'owner');
drop policy if exists owners_change on products;
create policy owners_change on products for update to shop_staff
  using ((select current_staff_role()) = 'owner');
-- With its prices, its stock's history, and what is left of it in carts. The log keeps its name and who removed it.
drop policy if exists owners_remove on products;
create policy owners_remove on products for delete to shop_staff
  using (may_remove_product(id));
drop policy if exists worker on pictures;
create policy worker on pictures to shop_worker
  using (true);
drop policy if exists owners_read on pictures;
create policy owners_read on pictures for select to shop_staff
  using ((select current_staff_role()) = 'owner');
drop policy if exists owners_add on pictures;
create policy owners_add on pictures for insert to shop_staff
  with check ((select current_staff_role()) = 'owner' and staff_id = (select current_staff()));
drop policy if exists worker on picture_files;
create policy worker on picture_files for insert to shop_worker
  with check (true);
drop policy if exists worker on products;
create policy worker on products for update to shop_worker
  using (true);
drop policy if exists worker on price_changes;
create policy worker on price_changes to shop_worker
  using (true);
drop policy if exists everybody_sees on picture_files;
create policy everybody_sees on picture_files for select to shop_app
  using (true);
drop policy if exists owners_read on price_changes;
create policy owners_read on price_changes for select to shop_staff
  using ((select current_staff_role()) = 'owner');
drop policy if exists owners_add on price_changes;
create policy owners_add on price_changes for insert to shop_staff
  with check ((select current_staff_role()) = 'owner' and staff_id = (select current_staff()) and state = 'scheduled');
drop policy if exists owners_end on price_changes;
create policy owners_end on price_changes for update to shop_staff
  using ((select current_staff_role()) = 'owner' and state in ('scheduled', 'active'))
  with check (state in ('cancelled', 'replaced'));
drop policy if exists owners_use on pictures;
create policy owners_use on pictures for update to shop_staff
  using ((select current_staff_role()) = 'owner');
drop policy if exists owners_resume on price_changes;
create policy owners_resume on price_changes for update to shop_staff
  using ((select current_staff_role()) = 'owner' and state = 'replaced' and former_price is not null)
  with check (state = 'active');

revoke all on products, catalogue_revision, pictures, picture_files, price_changes
  from shop_app, shop_staff, shop_worker;
grant select on products, catalogue_revision, picture_files to shop_app;
grant select on products, price_changes to shop_staff;
grant select (id, name, price, image, stock, active, created_at, search_name) on products to shop_staff;
grant insert (id, name, description, long_description, price, weight, image, images, category, benefits, brewing,
  ingredients, certifications, stock, active, image_texts, contents, taste, country_of_origin, mrp, creation_key,
  creation_hash) on products to shop_staff;
grant delete on products to shop_staff;
grant update (name, description, long_description, price, weight, image, images, category, benefits, brewing,
  ingredients, certifications, active, image_texts, contents, taste, country_of_origin, mrp) on products to
  shop_staff;
grant update (stock) on products to shop_app;
-- The worker changes prices when they are due, makes the sizes of pictures and deletes those that nobody uses.
grant select (id, price, mrp, images), update (price, mrp) on products to shop_worker;
grant select, update (state, former_price, former_mrp) on price_changes to shop_worker;
grant select, update (state, original, unused_since, ordered), delete on pictures to shop_worker;
grant insert on picture_files to shop_worker;
grant select (hash, state, unused_since) on pictures to shop_staff;
grant insert (hash, original, staff_id) on pictures to shop_staff;
grant update (unused_since) on pictures to shop_staff;
grant insert (product_id, price, mrp, starts_at, ends_at, staff_id) on price_changes to shop_staff;
grant update (state) on price_changes to shop_staff;
revoke all on function update_catalogue_revision, set_product_updated_at, check_product, may_remove_product from public;
grant execute on function may_remove_product to shop_staff;
