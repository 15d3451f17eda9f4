import { createHash } from 'node:crypto';
import { LONG_TIMEOUTS } from '@aparajita/postgres/testing';
import sharp from 'sharp';
import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { MAX_PICTURE_BYTES, PICTURE_WIDTHS, uploadedPicture } from '#domain/picture.ts';
import { DAYS, deleteExpiredData } from '#server/retention/delete-expired-data.ts';
import { avifOf, jpegOf, phonePhoto, pngHeader } from '#test/picture-file.ts';
import type { TestShopper } from '#test/shop.ts';
import { openStaffedShop } from '#test/staff.ts';

/** Pictures of products: what may be uploaded, what is made of it, and how long it is kept. */
const staffed = await openStaffedShop({ timeouts: LONG_TIMEOUTS });
const { shop, owner, packer, rows, get, logged, place } = staffed;

const MB = 1024 * 1024;
type Body = Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array>;
const plain = (bytes: Uint8Array): Uint8Array<ArrayBuffer> => Uint8Array.from(bytes);

async function put(body: Body, by: TestShopper = owner, headers = {}) {
  const init: RequestInit & { duplex: 'half' } = {
    method: 'PUT',
    body,
    duplex: 'half',
    headers: { authorization: `Bearer ${by.token}`, ...headers },
  };
  const response = await shop.app.request('http://localhost:3000/api/admin/pictures', init);
  return { status: response.status, body: JSON.parse(await response.text()) };
}
const show = (path: string) => shop.app.request(`http://localhost:3000${path}`);
const stored = async () => (await rows('select count(*)::int as n from pictures'))[0].n;

/** The state of a picture once it was processed. */
const processed = (hash: string): Promise<string> =>
  vi.waitFor(
    async () => {
      const { state } = await get(`pictures/${hash}`);
      expect(state).not.toBe('waiting');
      return state;
    },
    { timeout: 30_000 },
  );

/** A stream of this many megabytes, generated while it is read. */
function flood(megabytes: number, onRead: () => void): ReadableStream<Uint8Array> {
  let left = megabytes;
  return new ReadableStream(
    {
      pull(controller) {
        onRead();
        left -= 1;
        controller.enqueue(new Uint8Array(MB));
        if (left === 0) controller.close();
      },
    },
    { highWaterMark: 0 },
  );
}

describe('before a file is stored', () => {
  const text = (words: string) => Buffer.from(words);
  test.each<[string, () => Body | Promise<Body>, number, RegExp]>([
    ['an SVG with a script', () => text('<svg><script>alert(1)</script></svg>'), 415, /not a JPEG/],
    ['a page that begins as a JPEG', () => text('\xff\xd8\xff<script>'), 415, /not a JPEG/],
    ['a small picture', () => jpegOf(599, 2000), 400, /600 pixels/],
    ['4 gigapixels in a few bytes', () => pngHeader(65_535, 65_535), 400, /40 megapixels/],
    ['a large AVIF, which is slow to decode', () => avifOf(4001, 4001), 400, /AVIF.*16 megapixels/],
  ])('%s is refused', async (_, file, status, message) => {
    const before = await stored();
    const refused = await put(await file());
    expect(refused.status).toBe(status);
    expect(refused.body.error.message).toMatch(message);
    expect(await stored()).toBe(before);
  });

  test('a file that is too long, or of a packer, is refused unread, without an announced length as soon as it exceeds 15 MB', async () => {
    let read = 0;
    const count = () => read++;
    const announced = await put(flood(50, count), owner, { 'content-length': `${50 * MB}` });
    expect(announced.status).toBe(413);
    expect(await put(flood(50, count), packer)).toMatchObject({ status: 403 });
    expect(read).toBeLessThan(3);
    expect(await put(flood(50, count))).toMatchObject({ status: 413 });
    expect(read * MB).toBeLessThan(MAX_PICTURE_BYTES + 3 * MB);
  });
});

describe('a photograph from a phone', () => {
  let hash: string;
  beforeAll(async () => {
    const { status, body } = await put(await phonePhoto());
    hash = body.hash;
    const waiting = { hash, src: `/pictures/u/${hash}.webp`, state: 'waiting' };
    expect({ status, body }).toEqual({ status: 201, body: waiting });
    expect((await show(body.src)).status).toBe(404);
    await shop.startJobs();
    expect(await processed(hash)).toBe('ready');
  });

  test('is served in every width, and in the largest as WebP, cacheable for good', async () => {
    const largest = Math.max(...PICTURE_WIDTHS);
    for (const [file, width, type] of [
      ...PICTURE_WIDTHS.map((width) => [`${hash}-${width}.avif`, width, 'avif'] as const),
      [`${hash}.webp`, largest, 'webp'] as const,
    ]) {
      const response = await show(`/pictures/u/${file}`);
      expect(response.headers.get('content-type')).toBe(`image/${type}`);
      expect(response.headers.get('cache-control')).toContain('immutable');
      expect(await sharp(await response.arrayBuffer()).metadata()).toMatchObject({ width });
    }
    const email = await show(`/pictures/u/${hash}-mail.jpg`);
    expect(email.headers.get('content-type')).toBe('image/jpeg');
  });

  test('loses its location and camera data, and the original is deleted', async () => {
    const files = await rows('select bytes from picture_files where hash = $1', [hash]);
    expect(files).toHaveLength(PICTURE_WIDTHS.length + 2);
    for (const { bytes } of files)
      for (const word of ['Phone of Asha', 'GPS', 'Exif']) expect(bytes.includes(word)).toBe(false);
    const [{ original }] = await rows('select original from pictures where hash = $1', [hash]);
    expect(original).toBeNull();
  });

  test('that is uploaded twice is one picture with one audit entry, also if its job was lost', async () => {
    expect((await put(await phonePhoto())).body).toMatchObject({ hash, state: 'ready' });
    expect(await logged(`subject_id=${hash}`)).toMatchObject([{ verb: 'upload_picture' }]);
    const photo = await phonePhoto({ seed: 7 });
    const lost = createHash('sha256').update(photo).digest('hex').slice(0, 32);
    await rows('insert into pictures (hash, original) values ($1, $2)', [lost, Buffer.from(photo)]);
    expect((await put(photo)).body).toMatchObject({ hash: lost });
    expect(await processed(lost)).toBe('ready');
  });

  test('that breaks off after its header is refused as unreadable', async () => {
    const whole = await phonePhoto({ seed: 99 });
    const { body } = await put(plain(whole.subarray(0, whole.length / 2)));
    expect(await processed(body.hash)).toBe('unreadable');
  });

  test('nothing else is served, in no other width and from no other folder', async () => {
    for (const name of [
      ...['../../etc/passwd', '..%2f..%2fpackage.json', `${'0'.repeat(32)}.webp`],
      ...[`${hash}-161.avif`, `${hash}-160.jpg`, `${hash}-0160.avif`, `${hash}.svg`],
    ])
      expect((await show(`/pictures/u/${name}`)).status, name).toBe(404);
  });
});

test('of more than four uploads at once one is asked to retry, until others have broken off', async () => {
  const { promise: later, resolve: finish } = Promise.withResolvers<void>();
  const slow = () =>
    new ReadableStream<Uint8Array>({
      pull: (controller) => later.then(() => controller.error(new Error('broken off'))),
    });
  const reading = Array.from({ length: 4 }, () => put(slow()));
  const photo = plain(await phonePhoto());
  await expect.poll(async () => (await put(photo)).status).toBe(429);
  finish();
  await Promise.all(reading);
  expect((await put(photo)).status).toBe(201);
});

describe('a picture that no product uses', () => {
  let hash: string;
  let count = 0;
  beforeEach(async () => {
    count += 1;
    hash = count.toString(16).padStart(32, '0');
    await rows(`insert into pictures (hash, state) values ($1, 'ready')`, [hash]);
    await rows(
      `insert into picture_files (hash, width, format, bytes) values ($1, 640, 'webp', 'x')`,
      [hash],
    );
  });
  const night = (days: number) =>
    deleteExpiredData(shop.workerDatabase, new Date(Date.now() + days * 86_400_000));
  /** The number of its files; null where it was deleted. */
  const filesOf = async () => {
    const [picture] = await rows(
      `select (select count(*) from picture_files f where f.hash = p.hash)::int as files from pictures p where hash = $1`,
      [hash],
    );
    return picture?.files ?? null;
  };
  const LONG = DAYS.unusedPictures + 1;
  const SHORT = DAYS.unusedPictures - 1;

  /** Saves a product with this first picture, or without it. */
  async function use(product: string, used: boolean) {
    // Without the fields that the form does not send.
    const { id, price, mrp, stock, price_changes, running, removable, ...form } = await get(
      `products/${product}`,
    );
    const picture = { src: uploadedPicture(hash), text: 'A flower' };
    const others = form.images.filter(({ src }: { src: string }) => src !== picture.src);
    const images = used ? [picture, ...others] : others;
    const path = `/api/admin/products/${product}`;
    expect((await owner.request('PATCH', path, { ...form, images })).status).toBe(200);
  }

  test('any more is deleted eight days after that, with its files', async () => {
    await use('1', true);
    await night(400);
    await use('1', false);
    await night(SHORT); // marks it as unused
    await night(SHORT);
    expect(await filesOf()).toBe(1);
    await night(LONG);
    expect(await filesOf()).toBeNull();
    expect(await rows('select from picture_files where hash = $1', [hash])).toEqual([]);
  });

  test('but an order shows is never deleted', async () => {
    await use('2', true);
    await place([['2', 1]]);
    await use('2', false);
    for (const days of [0, 400, 800]) await night(days);
    expect(await filesOf()).toBe(1);
  });
});
