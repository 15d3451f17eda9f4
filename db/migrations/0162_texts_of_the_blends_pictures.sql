-- Two pictures of the broken blend showed whole flowers and were made anew. A shop that is open says what they show, as far as
-- its owner has changed neither picture nor text. An empty catalogue is filled by seed.sql.
update products set image_texts[1] =
  'A wide cream tin with a gold lid and an indigo side, broken dried petals and a fresh flower at its foot'
where id = '4' and images[1] = '/pictures/products/4-pack.webp'
  and image_texts[1] = 'A wide cream tin with a gold lid and an indigo side, flowers at its foot';
update products set image_texts[2] =
  'The tin open and full of broken dried petals, a wooden spoon of them in front'
where id = '4' and images[2] = '/pictures/products/4-inside.webp'
  and image_texts[2] = 'The tin open and full of dried flowers, a wooden spoon of them in front';
