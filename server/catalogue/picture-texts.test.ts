import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { openShopDatabase } from '#test/shop-database.ts';

/** Those that change what pictures show, in their order. */
const MIGRATIONS = [
  '0049_texts_of_new_pictures',
  '0072_text_of_the_wellness_set',
  '0161_texts_of_new_pictures',
  '0162_texts_of_new_pictures',
  '0163_texts_of_the_gift_box',
  '0186_gift_set_led_by_its_closed_box',
];

test('a shop that is open says what its new pictures show, but keeps a text of its owner', async () => {
  const { db } = await openShopDatabase();
  const texts = async () =>
    (await db.owner.query('select id, image, images, image_texts from products order by id')).rows;
  const ofNewShop = await texts();
  const former = (id: string, place: number, text: string) =>
    db.owner.query('update products set image_texts[$2] = $3 where id = $1', [id, place, text]);
  await db.owner.query(`
    update products set image = images[2], images = array[images[2], images[3], images[1]],
      image_texts = array[image_texts[2], image_texts[3], image_texts[1]]
    where id = '6'`);
  await former('2', 2, 'The carton with its lid open, beside a plate of pyramid bags');
  await former(
    '2',
    3,
    'The carton behind a glass cup of violet tea with lemon, half a lemon beside it',
  );
  await former(
    '3',
    3,
    'A wooden tray with both tins, a glass cup of blue tea and a small pot of honey',
  );
  await former('4', 1, 'A wide cream tin with a gold lid and an indigo side, flowers at its foot');
  await former('4', 2, 'The tin open and full of dried flowers, a wooden spoon of them in front');
  await former(
    '6',
    1,
    'An indigo gift box, its lid standing up, with two tins and a glass cup in paper straw',
  );
  await former(
    '6',
    2,
    'The open box from above: a cream tin, an indigo tin, a glass cup and dried flowers',
  );
  await former('5', 3, 'Our own words');
  for (const name of MIGRATIONS) {
    const migration = new URL(`../../db/migrations/${name}.sql`, import.meta.url);
    await db.owner.query(await readFile(migration, 'utf8'));
  }
  const kept = ofNewShop.map((product) =>
    product.id === '5'
      ? { ...product, image_texts: [...product.image_texts.slice(0, 2), 'Our own words'] }
      : product,
  );
  expect(await texts()).toEqual(kept);
});
