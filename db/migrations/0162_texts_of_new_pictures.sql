-- Two pictures of the broken blend showed whole flowers and were made anew, and the gift box has got a ribbon. A shop that is
-- open says what they show, as far as its owner has changed neither picture nor text. An empty catalogue is filled by
-- seed.sql.
update products set image_texts[1] =
  'A cream tin with a gold lid and indigo sides, broken dried petals and a fresh flower at its foot'
where id = '4' and images[1] = '/pictures/products/4-pack.webp'
  and image_texts[1] = 'A wide cream tin with a gold lid and an indigo side, flowers at its foot';
update products set image_texts[2] =
  'The tin open and full of broken dried petals, a wooden spoon of them in front'
where id = '4' and images[2] = '/pictures/products/4-inside.webp'
  and image_texts[2] = 'The tin open and full of dried flowers, a wooden spoon of them in front';
update products set image_texts[1] =
  'An indigo gift box with two tins and a glass cup of dried flowers in paper straw, its lid standing behind, a lilac ribbon in front'
where id = '6' and images[1] = '/pictures/products/6-pack.webp'
  and image_texts[1] = 'An indigo gift box, its lid standing up, with two tins and a glass cup in paper straw';
