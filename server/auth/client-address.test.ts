import { Hono } from 'hono';
import { expect, test } from 'vitest';
import { clientAddress, neighbourhood } from './client-address.ts';

async function addressOf(
  remoteAddress: string | undefined,
  forwarded: string | null,
  hops: number,
) {
  const app = new Hono().get('/', (c) => c.json(clientAddress(c, hops)));
  const answer = await app.request(
    '/',
    { headers: forwarded === null ? {} : { 'x-forwarded-for': forwarded } },
    { incoming: { socket: { remoteAddress } } },
  );
  return answer.json();
}

test.each([
  ['203.0.113.1', null, 0, '203.0.113.1'],
  ['::ffff:203.0.113.1', null, 0, '203.0.113.1'],
  ['2001:db8::1', null, 0, '2001:db8::1'],
  ['10.0.0.1', '198.51.100.7', 0, '10.0.0.1'],
  ['10.0.0.1', '198.51.100.7', 1, '198.51.100.7'],
  ['10.0.0.1', 'forged, 198.51.100.7', 1, '198.51.100.7'],
  ['10.0.0.1', 'forged, 198.51.100.7, 10.0.0.2', 2, '198.51.100.7'],
  ['10.0.0.1', '198.51.100.7', 2, '10.0.0.1'],
  ['10.0.0.1', 'nonsense', 1, null],
  ['fe80::1%eth0', null, 0, 'fe80::1'],
  [undefined, null, 0, null],
])('from %s, forwarded for %s, behind %i proxies: %s', async (remote, forwarded, hops, address) => {
  expect(await addressOf(remote, forwarded, hops)).toBe(address);
});

test.each([
  ['203.0.113.1', '203.0.113.1'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:0DB8:0001:0002::1', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['2001:db8:1:2::', '2001:db8:1:2::/64'],
  ['::1', '0:0:0:0::/64'],
  ['fe80::1', 'fe80:0:0:0::/64'],
  [null, null],
])('%s is one of the neighbourhood %s', (address, expected) => {
  expect(neighbourhood(address)).toBe(expected);
});
