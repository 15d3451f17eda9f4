-- The gift set is led by the picture of what is given: the closed box with a tin and the cup. In an open shop, too, as far as
-- its owner has left the pictures as they were. An empty catalogue is filled by seed.sql.
update products set image = images[3], images = array[images[3], images[1], images[2]],
    image_texts = array[image_texts[3], image_texts[1], image_texts[2]]
where id = '6' and cardinality(image_texts) = 3 and images = array[
  '/pictures/products/6-pack.webp', '/pictures/products/6-inside.webp', '/pictures/products/6-in-use.webp'];
