-- Every sale called a function that compared old and new products, to find that no page shows the difference. Now sales
-- are looked at by one comparison, and the rest only by updates that name another column.
drop trigger products_updated on products;

-- Once for a transaction: rows that change together would each make another version of the revision's row.
create or replace function update_catalogue_revision() returns trigger
  language plpgsql security definer set search_path = public, pg_temp
  as $$
begin
  if not exists (select from catalogue_revision where xmin = pg_current_xact_id()::xid) then
    perform increment_catalogue_revision();
  end if;
  return null;
end $$;

-- What shown_stock() does, written out: PostgreSQL would parse the function with every sale.
create trigger shown_stock_changed after update of stock on products
  for each row when (least(old.stock, 6) <> least(new.stock, 6)) execute function update_catalogue_revision();

create trigger shown_facts_changed after update of name, description, long_description, price, mrp, weight, image, images,
  image_texts, category, benefits, brewing, ingredients, certifications, contents, taste, country_of_origin, rating,
  review_count, popularity, active, created_at on products
  for each row when ((
      old.name, old.description, old.long_description, old.price, old.mrp, old.weight, old.image, old.images,
      old.image_texts, old.category, old.benefits, old.brewing, old.ingredients, old.certifications, old.contents,
      old.taste, old.country_of_origin, old.rating, old.review_count, old.popularity, old.active, old.created_at
  ) is distinct from (
      new.name, new.description, new.long_description, new.price, new.mrp, new.weight, new.image, new.images,
      new.image_texts, new.category, new.benefits, new.brewing, new.ingredients, new.certifications, new.contents,
      new.taste, new.country_of_origin, new.rating, new.review_count, new.popularity, new.active, new.created_at
  )) execute function update_catalogue_revision();
