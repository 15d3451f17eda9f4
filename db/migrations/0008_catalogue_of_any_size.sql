-- A catalogue of 100,000 products is listed as fast as one of six.

-- Each order is one walk along an index, both ways in one direction so that a page begins where the last one ended
-- by comparing one pair. The price rides along: what is outside a shopper's limits is passed over in the index.
drop index products_by_popularity;
drop index products_by_price;
drop index products_by_age;
create index products_by_popularity on products (popularity desc, id desc, price) where active;
create index products_by_price on products (price, id) where active;
create index products_by_age on products (created_at desc, id desc, price) where active;
create index products_of_category_by_popularity on products (category, popularity desc, id desc, price) where active;
create index products_of_category_by_price on products (category, price, id) where active;
create index products_of_category_by_age on products (category, created_at desc, id desc, price) where active;

-- When the page of a product last said something else. Selling one is no change of the page.
alter table products add column updated_at timestamptz not null default now();
update products set updated_at = created_at;

create function note_product_change() returns trigger
  language plpgsql
  as $$
begin
  new.updated_at := now();
  return new;
end $$;
create trigger product_changed before update of name, description, long_description, price, weight, image, images,
  category, benefits, brewing, ingredients, certifications, rating, review_count, active on products
  for each row when ((
      old.name, old.description, old.long_description, old.price, old.weight, old.image, old.images,
      old.category, old.benefits, old.brewing, old.ingredients, old.certifications, old.rating,
      old.review_count, old.active
  ) is distinct from (
      new.name, new.description, new.long_description, new.price, new.weight, new.image, new.images,
      new.category, new.benefits, new.brewing, new.ingredients, new.certifications, new.rating,
      new.review_count, new.active
  ))
  execute function note_product_change();

-- What the sitemap lists, without a look at the rows.
create index products_by_id on products (id, updated_at) where active;

revoke execute on function note_product_change() from public;
