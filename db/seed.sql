-- The six products the shop opens with (specification §3). Run once, into an empty catalogue; from then on
-- the rows belong to the owner. Ratings are the specification's fixed 4.8 from 127 reviews.

with shared as (
  select
    '100% dried butterfly pea flowers'::text as ingredients,
    array['Organic', 'Non-GMO', 'Gluten-Free', 'Vegan'] as certifications,
    'Mild, a little earthy' as taste,
    jsonb_build_array(
      jsonb_build_object('title', 'Take the flowers', 'text', null),
      jsonb_build_object('title', 'Pour', 'text', 'Hot water at 80-90°C, just off the boil.'),
      jsonb_build_object('title', 'Steep', 'text', '3-5 minutes, until the water is deep blue.'),
      jsonb_build_object('title', 'Turn the colour', 'text', 'A few drops of lemon juice turn the blue to purple. Honey if you like.')
    ) as brewing,
    jsonb_build_array(
      jsonb_build_object('title', 'Enhanced Focus', 'text', 'A calm cup for long afternoons, with no caffeine to keep you up at night.'),
      jsonb_build_object('title', 'Heart Wellness', 'text', 'Naturally rich in anthocyanins, the antioxidants that make the flower blue.'),
      jsonb_build_object('title', 'Radiant Skin', 'text', 'Antioxidants have long made this flower part of South Asian beauty rituals.'),
      jsonb_build_object('title', 'Natural Detox', 'text', 'A light, sugar-free drink that makes it easy to take in more water.')
    ) as benefits
)
insert into products (
  id, name, description, long_description, price, mrp, weight, image, images, image_texts, category, benefits, brewing,
  ingredients, certifications, contents, taste, rating, review_count, popularity, stock, created_at
)
select
  item.id, item.name, item.description, item.long_description, item.price, item.price, item.weight,
  '/pictures/products/' || item.id || '-' || item.views[1] || '.webp',
  array(select '/pictures/products/' || item.id || '-' || view || '.webp' from unnest(item.views) view),
  item.image_texts, item.category, shared.benefits, jsonb_set(shared.brewing, '{0,text}', to_jsonb(item.measure)),
  shared.ingredients, shared.certifications, item.contents::jsonb, shared.taste, 4.8, 127,
  item.popularity, item.stock, item.created_at::timestamptz
from shared, (values
  ('1', 'Dried Aparajita Flowers', 'Whole butterfly pea flowers, dried in the shade.',
   'Whole flowers, picked by hand in the morning and dried in the shade so that they keep their colour. A few of them turn a glass of hot water into a deep, clear blue, and a squeeze of lemon turns the blue to violet.',
   499, '50g', 'loose-leaf', 60, 500, '2026-01-10 00:00+05:30',
   array[
     'A kraft paper pouch with a cream label, fresh and dried blue flowers at its foot',
     'The pouch behind a wooden bowl heaped with dried flowers',
     'The pouch behind a glass cup of clear blue tea on a linen cloth, dried flowers around it'
   ],
   '5-7 dried flowers for each cup.',
   '[{"count": 1, "item": "kraft pouch of whole dried flowers", "grams": 50}]',
   array['pack', 'inside', 'in-use']),
  ('2', 'Premium Blue Tea Pack', 'Our largest flowers in a pack that keeps them fresh.',
   'The largest, most evenly coloured flowers of the harvest, whole, in 50 pyramid bags with room to open: one bag, one cup. The carton closes tight. For those who drink a cup every day.',
   799, '100g', 'packaged', 50, 400, '2026-02-14 00:00+05:30',
   array[
     'An indigo carton with a gold-lined arch, flowers and a pyramid bag at its foot',
     'The carton with its lid open and full of pyramid bags, more of them on a plate in front',
     'The carton behind a glass cup of violet tea with lemon on a white cloth, half a lemon and a pyramid bag beside it'
   ],
   'One pyramid bag for each cup: it holds 5-7 dried flowers.',
   '[{"count": 50, "item": "pyramid bag of whole dried flowers", "grams": 2}]',
   array['pack', 'inside', 'in-use']),
  ('3', 'Blue Tea Wellness Set', 'Two tins of flowers and a glass cup for the evening ritual.',
   'Two tins of dried flowers with a double-walled glass cup, so that nothing hides the colour. A set for slow evenings, for yourself or for somebody you care for.',
   1299, '200g', 'gift-set', 40, 150, '2026-03-21 00:00+05:30',
   array[
     'Two tins with gold lids, one indigo and one lilac, beside a double-walled glass cup of blue tea',
     'Both tins open and full of dried flowers, a wooden spoon of them in front',
     'A wooden tray with both tins, a double-walled glass cup of blue tea, a honey dipper and a small pot of honey'
   ],
   '5-7 dried flowers for each cup.',
   '[{"count": 2, "item": "tin of whole dried flowers", "grams": 100}, {"count": 1, "item": "double-walled glass cup"}]',
   array['pack', 'inside', 'in-use']),
  ('4', 'Organic Blue Tea Blend', 'Organically grown flowers in a tin, ready to scoop.',
   'Organically grown flowers, gently broken so that they give their colour quickly. Kept in a tin with a tight lid, ready to scoop.',
   899, '100g', 'loose-leaf', 30, 300, '2026-05-02 00:00+05:30',
   array[
     'A cream tin with a gold lid and indigo sides, broken dried petals and a fresh flower at its foot',
     'The tin open and full of broken dried petals, a wooden spoon of them in front',
     'The tin beside a glass teapot and a glass cup, both of deep blue tea'
   ],
   'About 2 g for each cup, as much as 5-7 dried flowers.',
   '[{"count": 1, "item": "tin of gently broken dried flowers", "grams": 100}]',
   array['pack', 'inside', 'in-use']),
  ('5', 'Travel Tea Pack', 'Single cups of blue tea for the road.',
   'Flowers portioned in 25 stick sachets, one for each cup. Slips into a pocket or a desk drawer; all it needs is hot water.',
   599, '50g', 'packaged', 20, 400, '2026-07-18 00:00+05:30',
   array[
     'A slim violet tin with a silver lid, two stick sachets before it',
     'The tin open with stick sachets standing in it, and more fanned out in front',
     'The tin and two sticks beside a blue flask and a small glass of blue tea, trees and fields behind the bars of a train window'
   ],
   'One stick sachet for each cup: it holds 5-7 dried flowers.',
   '[{"count": 25, "item": "stick sachet of dried flowers", "grams": 2}]',
   array['pack', 'inside', 'in-use']),
  ('6', 'Deluxe Gift Set', 'A ribboned box of blue tea, made to be given.',
   'A rigid box lined with paper straw, with two tins of our finest flowers and a glass cup, closed with a ribbon. Made to be given.',
   1999, '250g', 'gift-set', 10, 100, '2026-09-05 00:00+05:30',
   array[
     'The box closed with a lilac ribbon, behind a tin and a glass cup of violet tea with lemon',
     'An indigo gift box with two tins and a glass cup bedded in paper straw, its lid standing behind, a lilac ribbon in front',
     'The open box from above: a cream tin, an indigo tin and a glass cup in paper straw'
   ],
   '5-7 dried flowers for each cup.',
   '[{"count": 2, "item": "tin of our finest dried flowers", "grams": 125}, {"count": 1, "item": "glass cup"}, {"count": 1, "item": "gift box with a ribbon"}]',
   array['in-use', 'pack', 'inside'])
) as item (
  id, name, description, long_description, price, weight, category, popularity, stock, created_at, image_texts,
  measure, contents, views
);
