-- The tins of the gift box lie in paper straw and its cup holds no flowers. A shop that is open says what the new pictures show,
-- as far as its owner has changed neither picture nor text. An empty catalogue is filled by seed.sql.
update products set image_texts[1] =
  'An indigo gift box with two tins and a glass cup bedded in paper straw, its lid standing behind, a lilac ribbon in front'
where id = '6' and images[1] = '/pictures/products/6-pack.webp'
  and image_texts[1] = 'An indigo gift box with two tins and a glass cup of dried flowers in paper straw, its lid standing behind, a lilac ribbon in front';
update products set image_texts[2] =
  'The open box from above: a cream tin, an indigo tin and a glass cup in paper straw'
where id = '6' and images[2] = '/pictures/products/6-inside.webp'
  and image_texts[2] = 'The open box from above: a cream tin, an indigo tin, a glass cup and dried flowers';
