-- A shop that opened before `contents` was a column: its six first products say what they hold too, as far as their
-- owner has not changed them. An empty catalogue is filled by seed.sql.
update products set contents = held.contents::jsonb, taste = 'Mild, a little earthy'
from (values
  ('1', 'Dried Aparajita Flowers', '50g', '[{"count": 1, "item": "kraft pouch of whole dried flowers", "grams": 50}]'),
  ('2', 'Premium Blue Tea Pack', '100g', '[{"count": 50, "item": "pyramid bag of whole dried flowers", "grams": 2}]'),
  ('3', 'Blue Tea Wellness Set', '200g', '[{"count": 2, "item": "tin of whole dried flowers", "grams": 100}, {"count": 1, "item": "double-walled glass cup"}]'),
  ('4', 'Organic Blue Tea Blend', '100g', '[{"count": 1, "item": "tin of gently broken dried flowers", "grams": 100}]'),
  ('5', 'Travel Tea Pack', '50g', '[{"count": 25, "item": "stick sachet of dried flowers", "grams": 2}]'),
  ('6', 'Deluxe Gift Set', '250g', '[{"count": 2, "item": "tin of our finest dried flowers", "grams": 125}, {"count": 1, "item": "glass cup"}, {"count": 1, "item": "gift box with a ribbon"}]')
) as held (id, name, weight, contents)
where products.id = held.id and products.name = held.name and products.weight = held.weight
  and products.contents = '[]';

-- The pack of pyramid bags spoke of an inner pouch, which its pictures do not show.
update products set long_description = 'The largest, most evenly coloured flowers of the harvest, whole, in 50 pyramid bags with room to open: one bag, one cup. The carton closes tight. For those who drink a cup every day.'
where id = '2'
  and long_description = 'The largest, most evenly coloured flowers of the harvest, in a carton with an inner pouch that closes tight. For those who drink a cup every day.';

update products set brewing = jsonb_set(brewing, '{0,text}', to_jsonb(held.measure))
from (values
  ('2', 'One pyramid bag for each cup: it holds 5-7 dried flowers.'),
  ('4', 'About 2 g for each cup, as much as 5-7 dried flowers.'),
  ('5', 'One stick sachet for each cup: it holds 5-7 dried flowers.')
) as held (id, measure)
where products.id = held.id and brewing -> 0 ->> 'text' = '5-7 dried flowers for each cup.';
