import { beforeAll, expect, test } from 'vitest';
import { leastCpuMs } from '#test/cpu-ms.ts';
import { openTestShop, type TestShop } from '#test/shop.ts';
import { MAX_PATH_LENGTH } from './path-length.ts';

/** What fits into the 16 kB of a request's head. */
const BYTES = 15_000;

const UNITS = ['/', 'a/', ' ', '.', '1.', ',', ';', ':', '=', '"', '-', 'a@', '(', '[', '%2'];
/** Beginnings of what the patterns of the shop look for. */
const KNOWN = ['Version/1 ', 'Safari/', 'Bearer a.', 'for=', '::', 'br;q=', 'W/"', 'a=b; '];

const HEADERS = [
  'user-agent',
  'authorization',
  'host',
  'x-forwarded-for',
  'forwarded',
  'accept-encoding',
  'accept-language',
  'if-none-match',
  'content-type',
  'cookie',
  'origin',
  'referer',
  'idempotency-key',
  'apikey',
  'sec-purpose',
];

const REQUESTS = [
  ['POST', '/auth/v1/token'],
  ['GET', '/api/products'],
  ['POST', '/api/contact-messages'],
  ['GET', '/api/admin/orders'],
] as const;

let shop: TestShop;

beforeAll(async () => {
  shop = await openTestShop();
});

test.each(HEADERS)('a long %s takes no more time than a long text', async (header) => {
  for (const unit of [...UNITS, ...KNOWN]) {
    const value = `${unit.repeat(Math.floor(BYTES / unit.length))}x`;
    for (const [method, path] of REQUESTS) {
      const headers = { [header]: value };
      const took = await leastCpuMs(() => shop.app.request(path, { method, headers }));
      expect(took, `${method} ${path} with ${header}: ${unit}…`).toBeLessThan(15);
    }
  }
});

test.each([
  ['/', 404],
  ['/product/', 404],
  ['/api/', 414],
  ['/auth/v1/', 414],
] as const)(
  'a path below %s that is longer than any of the shop is answered %d before it is matched',
  async (folder, status) => {
    for (const unit of UNITS) {
      const path = `${folder}a${unit.repeat(Math.floor(BYTES / unit.length))}x`;
      const took = await leastCpuMs(async () => {
        const answer = await shop.app.request(path);
        expect(answer.status, path.slice(0, 20)).toBe(status);
      });
      expect(took, path.slice(0, 20)).toBeLessThan(15);
    }
  },
);

test('the query does not count as a part of the path', async () => {
  const answer = await shop.app.request(`/api/products?x=${'x'.repeat(2 * MAX_PATH_LENGTH)}`);
  expect(answer.status).toBe(200);
});
