-- Products as owners edit them: a version, so that nobody overwrites what they have not seen, the MRP beside the price,
-- and row security: shoppers read, sales take from the stock, owners alone change the rest.
alter table products
  add column version integer not null default 0,
  -- Null: the price is the MRP, as for every product from before this column.
  add column mrp numeric(12, 2) check (mrp > 0),
  -- A repeated request to create a product finds the one it made.
  add column creation_key text unique,
  add constraint price_within_mrp check (price <= mrp),
  alter column stock set default 0,
  alter column rating set default 0,
  alter column review_count set default 0,
  drop constraint products_images_check,
  add constraint shown_with_pictures check (not active or cardinality(images) > 0);

create or replace function set_product_updated_at() returns trigger
  language plpgsql
  as $$
begin
  new.updated_at := now();
  new.version := old.version + 1;
  return new;
end $$;

-- The label on the page names the MRP: both watchers look at it too.
create or replace function update_catalogue_revision() returns trigger
  language plpgsql security definer set search_path = public, pg_temp
  as $$
begin
  if tg_op = 'UPDATE' then
    if not exists (
      select from before_change b join after_change a using (id)
      where shown_stock(b.stock) <> shown_stock(a.stock)
        or (
          b.name, b.description, b.long_description, b.price, b.mrp, b.weight, b.image, b.images, b.image_texts,
          b.category, b.benefits, b.brewing, b.ingredients, b.certifications, b.contents, b.taste, b.country_of_origin,
          b.rating, b.review_count, b.popularity, b.active, b.created_at
        ) is distinct from (
          a.name, a.description, a.long_description, a.price, a.mrp, a.weight, a.image, a.images, a.image_texts,
          a.category, a.benefits, a.brewing, a.ingredients, a.certifications, a.contents, a.taste, a.country_of_origin,
          a.rating, a.review_count, a.popularity, a.active, a.created_at
        )
    ) then
      return null;
    end if;
  end if;
  perform increment_catalogue_revision();
  return null;
end $$;

drop trigger set_updated_at on products;
create trigger set_updated_at before update of name, description, long_description, price, mrp, weight, image, images,
  image_texts, category, benefits, brewing, ingredients, certifications, contents, taste, country_of_origin, rating,
  review_count, active on products
  for each row when ((
      old.name, old.description, old.long_description, old.price, old.mrp, old.weight, old.image, old.images,
      old.image_texts, old.category, old.benefits, old.brewing, old.ingredients, old.certifications, old.contents,
      old.taste, old.country_of_origin, old.rating, old.review_count, old.active
  ) is distinct from (
      new.name, new.description, new.long_description, new.price, new.mrp, new.weight, new.image, new.images,
      new.image_texts, new.category, new.benefits, new.brewing, new.ingredients, new.certifications, new.contents,
      new.taste, new.country_of_origin, new.rating, new.review_count, new.active
  ))
  execute function set_product_updated_at();

alter table products enable row level security;
create policy everybody_reads on products for select using (true);
create policy sales on products for update to shop_app using (true);
create policy owners_add on products for insert to shop_staff
  with check ((select current_staff_role()) = 'owner');
create policy owners_change on products for update to shop_staff using ((select current_staff_role()) = 'owner');

grant select on products to shop_staff;
grant insert (id, name, description, long_description, price, mrp, weight, image, images, image_texts, category, benefits,
    brewing, ingredients, certifications, contents, taste, country_of_origin, stock, active, creation_key),
  update (name, description, long_description, price, mrp, weight, image, images, image_texts, category, benefits,
    brewing, ingredients, certifications, contents, taste, country_of_origin, active)
  on products to shop_staff;
