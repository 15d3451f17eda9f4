import { beforeAll, expect, test } from 'vitest';
import type { Endpoint } from '#contract/endpoint.ts';
import { adminEndpoints } from '#contract/endpoints.ts';
import { openTestShop, type TestShop, type TestShopper } from '#test/shop.ts';
import { newStaff } from '#test/staff.ts';

/** No query string of an admin URL causes a server error. */
let shop: TestShop;
let owner: TestShopper;

beforeAll(async () => {
  shop = await openTestShop();
  owner = await newStaff(shop, 'owner');
});

const VALUES = [
  ...['', '\0', 'a\0b', "'", '\\', ':*', '!&|()<->', '%', '____', "'; drop table orders; --"],
  ...['अशा राव', '🙂', 'x'.repeat(100), 'x'.repeat(10_000), '﷽'.repeat(50), '((((1234', '\u2028'],
  ...['0000-01-01', '0001-01-01', '9999-12-31', '2026-02-30', '999999999999999999', '-1', '1e9'],
  ...['00000000-0000-4000-8000-000000000000', '__proto__', 'constructor'],
];

const queries = Object.entries<Endpoint>(adminEndpoints).flatMap(([key, { query }]) =>
  key.startsWith('GET ') && query
    ? namesOf(query).map((name) => ({ path: key.slice(4), name }))
    : [],
);

function namesOf(query: object): string[] {
  return 'shape' in query && query.shape ? Object.keys(query.shape) : [];
}

test('there are such endpoints', () => {
  expect(queries.length).toBeGreaterThan(10);
});

test.each(queries)('$path?$name=…', async ({ path, name }) => {
  for (const value of VALUES) {
    const url = `/api${path.replace(/\{\w+\}/g, '1')}?${new URLSearchParams({ [name]: value })}`;
    expect((await owner.request('GET', url)).status, JSON.stringify(value)).toBeLessThan(500);
  }
});
