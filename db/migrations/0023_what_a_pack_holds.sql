-- What a shopper gets for the price: what lies in the box, how it tastes and where it was grown. Each entry of
-- `contents` is {"count": 2, "item": "tin of whole dried flowers", "grams": 100}: the grams of flowers in one of them,
-- left out where it holds none. How many cups that makes is computed from it (domain/brewing.ts).
alter table products
  add column contents jsonb not null default '[]' check (jsonb_typeof(contents) = 'array'),
  add column taste text not null default '',
  add column country_of_origin text not null default 'India' check (country_of_origin <> '');

-- A page that says otherwise what is in the box is another page: both watchers look at the new columns too.
create or replace function note_catalogue_change() returns trigger
  language plpgsql security definer set search_path = public, pg_temp
  as $$
begin
  if tg_op = 'UPDATE' then
    if not exists (
      select from before_change b join after_change a using (id)
      where shown_stock(b.stock) <> shown_stock(a.stock)
        or (
          b.name, b.description, b.long_description, b.price, b.weight, b.image, b.images, b.image_texts, b.category,
          b.benefits, b.brewing, b.ingredients, b.certifications, b.contents, b.taste, b.country_of_origin, b.rating,
          b.review_count, b.popularity, b.active, b.created_at
        ) is distinct from (
          a.name, a.description, a.long_description, a.price, a.weight, a.image, a.images, a.image_texts, a.category,
          a.benefits, a.brewing, a.ingredients, a.certifications, a.contents, a.taste, a.country_of_origin, a.rating,
          a.review_count, a.popularity, a.active, a.created_at
        )
    ) then
      return null;
    end if;
  end if;
  perform move_catalogue_revision();
  return null;
end $$;

drop trigger product_changed on products;
create trigger product_changed before update of name, description, long_description, price, weight, image, images,
  image_texts, category, benefits, brewing, ingredients, certifications, contents, taste, country_of_origin, rating,
  review_count, active on products
  for each row when ((
      old.name, old.description, old.long_description, old.price, old.weight, old.image, old.images,
      old.image_texts, old.category, old.benefits, old.brewing, old.ingredients, old.certifications, old.contents,
      old.taste, old.country_of_origin, old.rating, old.review_count, old.active
  ) is distinct from (
      new.name, new.description, new.long_description, new.price, new.weight, new.image, new.images,
      new.image_texts, new.category, new.benefits, new.brewing, new.ingredients, new.certifications, new.contents,
      new.taste, new.country_of_origin, new.rating, new.review_count, new.active
  ))
  execute function note_product_change();
