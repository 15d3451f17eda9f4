import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { connect } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import sharp from 'sharp';
import { beforeAll, describe, expect, test } from 'vitest';
import { MAX_PICTURE_BYTES, PICTURE_WIDTHS } from '#domain/picture.ts';
import { limitBodyTime } from '#server/http/body-timeout.ts';
import { avifOf, jpegOf, phonePhoto, pngHeader } from '#test/picture-file.ts';
import { openTestShop, type TestShop, type TestShopper } from '#test/shop.ts';
import { newStaff } from '#test/staff.ts';

let shop: TestShop;
let owner: TestShopper;

beforeAll(async () => {
  shop = await openTestShop();
  owner = await newStaff(shop, 'owner');
});

type Body = Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array>;

async function put(body: Body, by: TestShopper | null = owner, headers = {}) {
  const init: RequestInit & { duplex: 'half' } = {
    method: 'PUT',
    body,
    duplex: 'half',
    headers: { ...(by && { authorization: `Bearer ${by.token}` }), ...headers },
  };
  const response = await shop.app.request('http://localhost:3000/api/admin/pictures', init);
  return { status: response.status, body: JSON.parse(await response.text()) };
}
const get = (path: string) => shop.app.request(`http://localhost:3000${path}`);
const stored = async () =>
  (await shop.db.owner.query('select count(*)::int as n from pictures')).rows[0].n;

async function made(hash: string): Promise<string> {
  for (;;) {
    const { body } = await owner.request('GET', `/api/admin/pictures/${hash}`);
    if (body.state !== 'waiting') return body.state;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}

describe('before a file is stored', () => {
  const text = (words: string) => Buffer.from(words);

  test.each<[string, () => Body | Promise<Body>, number, RegExp]>([
    ['a text', () => text('hello'), 415, /not a JPEG/],
    ['nothing', () => text(''), 415, /not a JPEG/],
    [
      'an SVG with a script',
      () => text('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'),
      415,
      /not a JPEG/,
    ],
    ['a GIF', () => sharp(SQUARE).gif().toBuffer().then(plain), 415, /not a JPEG/],
    ['a TIFF', () => sharp(SQUARE).tiff().toBuffer().then(plain), 415, /not a JPEG/],
    ['a page that begins as a JPEG', () => text('\xff\xd8\xff<script>'), 415, /not a JPEG/],
    [
      'a JPEG that is cut off',
      async () => plain((await phonePhoto()).subarray(0, 40)),
      400,
      /read/,
    ],
    ['a small picture', () => jpegOf(599, 2000), 400, /600 pixels/],
    ['100 megapixels in a few bytes', () => pngHeader(10_000, 10_000), 400, /40 megapixels/],
    [
      'an AVIF that would take a gigabyte to decode',
      () => avifOf(4200, 4200),
      400,
      /AVIF.*16 megapixels/,
    ],
    [
      'a HEIC picture of a phone',
      () => Uint8Array.from(Buffer.from('\0\0\0\x18ftypmif1\0\0\0\0mif1heic', 'latin1')),
      415,
      /HEIC.* JPEG or PNG/,
    ],
    ['a header of 4 gigapixels', () => pngHeader(65_535, 65_535), 400, /40 megapixels/],
  ])('%s is refused', async (_, file, status, message) => {
    const before = await stored();
    const refused = await put(await file());
    expect(refused).toMatchObject({
      status,
      body: { error: { message: expect.stringMatching(message) } },
    });
    expect(await stored()).toBe(before);
  });

  test('an AVIF is taken whichever brand of its family it names first', async () => {
    const avif = await avifOf(601, 601);
    avif.set(Buffer.from('mif1'), 8);
    expect(await put(avif)).toMatchObject({ status: 201 });
  });

  test('a file with an announced length of 50 MB is refused unread', async () => {
    let read = 0;
    const refused = await put(
      flood(50, () => read++),
      owner,
      { 'content-length': `${50 * MB}` },
    );
    expect(refused).toMatchObject({ status: 413, body: { error: { code: 'payload_too_large' } } });
    expect(read).toBeLessThan(2);
  });

  test('a file without a length is refused as soon as it exceeds 15 MB', async () => {
    let read = 0;
    expect(await put(flood(50, () => read++))).toMatchObject({ status: 413 });
    expect(read * MB).toBeLessThan(MAX_PICTURE_BYTES + 3 * MB);
  });

  test('uploads of other roles are refused before a byte is read', async () => {
    let read = 0;
    const expected = [
      [null, 401],
      [await shop.newShopper(), 404],
      [await newStaff(shop, 'packer'), 403],
      [await newStaff(shop, 'accountant'), 403],
      [await newStaff(shop, 'owner', { factor: false }), 403],
    ] as const;
    for (const [who, status] of expected) {
      expect(
        (
          await put(
            flood(2, () => read++),
            who,
          )
        ).status,
      ).toBe(status);
    }
    expect(read).toBeLessThan(expected.length * 2);
  });
});

describe('a photograph from a phone', () => {
  let hash: string;
  beforeAll(async () => {
    const { status, body } = await put(await phonePhoto());
    expect(status).toBe(201);
    expect(body).toEqual({
      hash: body.hash,
      src: `/pictures/u/${body.hash}.webp`,
      state: 'waiting',
    });
    hash = body.hash;
    const early = await get(body.src);
    expect([early.status, early.headers.get('cache-control')]).toEqual([404, 'no-store']);
    await shop.startJobs();
    expect(await made(hash)).toBe('ready');
  });

  test('is served in every width and both formats, cacheable for good', async () => {
    for (const width of PICTURE_WIDTHS) {
      for (const format of ['avif', 'webp'] as const) {
        const response = await get(`/pictures/u/${hash}-${width}.${format}`);
        expect(response.status, `${width} ${format}`).toBe(200);
        expect(response.headers.get('content-type')).toBe(`image/${format}`);
        expect(response.headers.get('cache-control')).toContain('immutable');
        expect(response.headers.get('x-content-type-options')).toBe('nosniff');
        const {
          width: w,
          height: h,
          format: read,
        } = await sharp(await response.arrayBuffer()).metadata();
        expect([w, h, read === 'heif' ? 'avif' : read]).toEqual([width, width, format]);
      }
    }
    expect((await get(`/pictures/u/${hash}.webp`)).status).toBe(200);
    expect((await get(`/pictures/u/${hash}-mail.jpg`)).headers.get('content-type')).toBe(
      'image/jpeg',
    );
  });

  test('loses its location and camera data, and the original is deleted', async () => {
    const { rows } = await shop.db.owner.query('select bytes from picture_files where hash = $1', [
      hash,
    ]);
    expect(rows).toHaveLength(PICTURE_WIDTHS.length * 2 + 1);
    for (const { bytes } of rows) {
      const { exif, xmp, iptc } = await sharp(bytes).metadata();
      expect([exif, xmp, iptc]).toEqual([undefined, undefined, undefined]);
      for (const word of ['Phone of Asha', 'GPS', 'Exif']) expect(bytes.includes(word)).toBe(false);
    }
    const { rows: pictures } = await shop.db.owner.query(
      'select original, state from pictures where hash = $1',
      [hash],
    );
    expect(pictures).toEqual([{ original: null, state: 'ready' }]);
  });

  test('whose job was lost is processed when it is uploaded again', async () => {
    const photo = await phonePhoto({ seed: 7 });
    const lost = createHash('sha256').update(photo).digest('hex').slice(0, 32);
    await shop.db.owner.query(`insert into pictures (hash, original) values ($1, $2)`, [
      lost,
      Buffer.from(photo),
    ]);
    expect((await put(photo)).body).toMatchObject({ hash: lost });
    expect(await made(lost)).toBe('ready');
  });

  test('that is uploaded twice is one picture with one audit entry', async () => {
    const before = await stored();
    expect((await put(await phonePhoto())).body).toMatchObject({ hash, state: 'ready' });
    expect(await stored()).toBe(before);
    const { body } = await owner.request('GET', `/api/admin/audit?subject_id=${hash}`);
    expect(body.entries).toMatchObject([
      { verb: 'upload_picture', subject_type: 'picture', staff: owner.shopper.email },
    ]);
  });

  test.each([
    '/pictures/u/../../etc/passwd',
    '/pictures/u/%2e%2e%2fpackage.json',
    '/pictures/u/..%2f..%2fpackage.json',
    `/pictures/u/${'0'.repeat(32)}.webp`,
    '/pictures/u/x.webp',
    "/pictures/u/' or 1=1 --.webp",
  ])('%s is not found', async (path) => {
    expect((await get(path)).status).toBe(404);
  });

  test('a width that does not exist is not found', async () => {
    for (const name of [
      `${hash}-161.avif`,
      `${hash}-160.jpg`,
      `${hash}-0160.avif`,
      `${hash}-9999.webp`,
      `${hash}.svg`,
    ]) {
      expect((await get(`/pictures/u/${name}`)).status, name).toBe(404);
    }
  });

  test('a file with a valid header but no picture is refused as unreadable', async () => {
    const whole = await phonePhoto({ seed: 99 });
    const { body } = await put(plain(whole.subarray(0, whole.length / 2)));
    expect(await made(body.hash)).toBe('unreadable');
  });

  test('of twenty concurrent uploads each is stored or asked to retry, and each stored one is processed', async () => {
    const files = await Promise.all(
      Array.from({ length: 20 }, (_, seed) =>
        phonePhoto({ width: 700, height: 700, seed: seed + 1 }),
      ),
    );
    const answers = await Promise.all(files.map((file) => put(file)));
    const statuses = answers.map(({ status }) => status);
    expect(
      statuses.every((status) => status === 201 || status === 429),
      `${statuses}`,
    ).toBe(true);
    const taken = answers.filter(({ status }) => status === 201);
    expect(taken.length).toBeGreaterThanOrEqual(4);
    for (const { body } of taken) expect(await made(body.hash)).toBe('ready');
  }, 120_000);
});

const MB = 1024 * 1024;
const SQUARE = { create: { width: 700, height: 700, channels: 3, background: 'red' } } as const;
const plain = (bytes: Uint8Array): Uint8Array<ArrayBuffer> => Uint8Array.from(bytes);

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

test('stalled uploads are disconnected, so that others are not refused', async () => {
  const server = createServer(
    limitBodyTime(
      { body: 60_000, slowBody: 60_000, idle: 100 },
      getRequestListener(shop.app.fetch),
    ),
  );
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  const stalled = Array.from({ length: 4 }, () => {
    const socket = connect(port, '127.0.0.1');
    socket.write(
      `PUT /api/admin/pictures HTTP/1.1\r\nHost: localhost:3000\r\nSec-Fetch-Site: same-origin\r\n` +
        `Authorization: Bearer ${owner.token}\r\nContent-Length: 1000000\r\n\r\nx`,
    );
    return once(socket.resume(), 'close');
  });
  await Promise.all(stalled);
  await expect.poll(async () => (await put(plain(await phonePhoto()))).status).toBe(201);
  await new Promise((resolve) => server.close(resolve));
});
