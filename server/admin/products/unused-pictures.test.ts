import { LONG_TIMEOUTS } from '@aparajita/postgres/testing';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { uploadedPicture } from '#domain/picture.ts';
import { DAYS, deleteExpiredData } from '#server/retention/delete-expired-data.ts';
import { submit, toCheckout } from '#test/checkout.ts';
import { untilWaiting } from '#test/locks.ts';
import { jpegOf } from '#test/picture-file.ts';
import { openTestShop, type TestShop, type TestShopper } from '#test/shop.ts';
import { newStaff } from '#test/staff.ts';

let shop: TestShop;
let owner: TestShopper;

beforeAll(async () => {
  shop = await openTestShop({ timeouts: LONG_TIMEOUTS });
  owner = await newStaff(shop, 'owner');
});

let n = 0;
let hash: string;
beforeEach(async () => {
  n += 1;
  hash = n.toString(16).padStart(32, '0');
  await shop.db.owner.query(`insert into pictures (hash, state) values ($1, 'ready')`, [hash]);
  await shop.db.owner.query(
    `insert into picture_files (hash, width, format, bytes) values ($1, 640, 'webp', 'x')`,
    [hash],
  );
});

const night = (days: number) =>
  deleteExpiredData(shop.database, new Date(Date.now() + days * 86_400_000));

const isThere = async (wanted = hash) => {
  const { rows } = await shop.db.owner.query(
    'select (select count(*) from picture_files f where f.hash = p.hash)::int as files from pictures p where hash = $1',
    [wanted],
  );
  return rows.length > 0;
};

/** Saves a product with this first picture, or without it. */
async function show(product: string, shown: boolean) {
  const { body } = await owner.request('GET', `/api/admin/products/${product}`);
  // Fields that the form does not send.
  for (const name of ['id', 'price', 'mrp', 'stock', 'price_changes', 'running', 'removable'])
    delete body[name];
  const others = body.images.filter(({ src }: { src: string }) => src !== picture().src);
  const images = shown ? [picture(), ...others] : others;
  const saved = await owner.request('PATCH', `/api/admin/products/${product}`, { ...body, images });
  expect(saved.status, JSON.stringify(saved.body)).toBe(200);
}
const picture = () => ({ src: uploadedPicture(hash), text: 'A flower' });

test('a picture that no product uses is deleted after eight days, with its files', async () => {
  await night(DAYS.delete_unused_pictures - 1);
  expect(await isThere()).toBe(true);
  await night(DAYS.delete_unused_pictures + 1);
  expect(await isThere()).toBe(false);
  const { rows } = await shop.db.owner.query('select from picture_files where hash = $1', [hash]);
  expect(rows).toEqual([]);
});

test('a product’s picture stays, and is deleted after no product has used it for as long', async () => {
  await show('1', true);
  await night(400);
  expect(await isThere()).toBe(true);
  await show('1', false);
  await night(DAYS.delete_unused_pictures - 1); // marks it as unused
  await night(DAYS.delete_unused_pictures - 1);
  expect(await isThere()).toBe(true);
  await night(DAYS.delete_unused_pictures + 1);
  expect(await isThere()).toBe(false);
});

test('a picture of an ordered product is never deleted', async () => {
  await show('2', true);
  const asha = await shop.newShopper();
  await submit(asha, await toCheckout(asha, [['2', 1]]));
  await show('2', false);
  await night(0);
  await night(400);
  await night(800);
  expect(await isThere()).toBe(true);
});

test('uploading a picture again keeps it for as long as a new one', async () => {
  const put = async () => {
    const response = await shop.app.request('http://localhost:3000/api/admin/pictures', {
      method: 'PUT',
      body: await jpegOf(600, 600),
      headers: { authorization: `Bearer ${owner.token}` },
    });
    return JSON.parse(await response.text()).hash;
  };
  const chosen = await put();
  await shop.db.owner.query(
    `update pictures set unused_since = now() - interval '30 days' where hash = $1`,
    [chosen],
  );
  expect(await put()).toBe(chosen);
  await night(0);
  expect(await isThere(chosen)).toBe(true);
});

test('a picture that is being saved during the deletion stays', async () => {
  const saving = await shop.db.owner.connect();
  try {
    await saving.query('begin');
    await saving.query(
      `update products set images = array_append(images, $1), image_texts = array_append(image_texts, 'A flower')
       where id = '3'`,
      [uploadedPicture(hash)],
    );
    await saving.query('update pictures set unused_since = null where hash = $1', [hash]);
    const deletion = night(DAYS.delete_unused_pictures + 1);
    await untilWaiting(shop.db.owner, { words: 'delete_unused_pictures' });
    await saving.query('commit');
    await deletion;
    expect(await isThere()).toBe(true);
  } finally {
    saving.release();
  }
});
