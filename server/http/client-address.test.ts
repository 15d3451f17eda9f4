import { Hono } from 'hono';
import { expect, test } from 'vitest';
import { clientAddress, networkOf, parseAddress } from './client-address.ts';

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
  ['10.0.0.1', 'forged, 198.51.100.7:4711, 10.0.0.2:80', 2, '198.51.100.7'],
  ['10.0.0.1', '198.51.100.7', 2, '10.0.0.1'],
  ['10.0.0.1', '', 1, '10.0.0.1'],
  ['10.0.0.1', 'nonsense', 1, null],
  ['10.0.0.1', '198.51.100.7, nonsense', 1, null],
  ['fe80::1%eth0', null, 0, 'fe80::1'],
  [undefined, null, 0, null],
])('from %s, forwarded for %s, behind %i proxies: %s', async (remote, forwarded, hops, address) => {
  expect(await addressOf(remote, forwarded, hops)).toBe(address);
});

test.each([
  ['1.2.3.4', ['1.2.3.4:5678', 'for=1.2.3.4', '"1.2.3.4:80"', '::ffff:1.2.3.4']],
  ['1.2.3.4', ['[::ffff:1.2.3.4]:80']],
  ['1.2.3.4', ['::FFFF:0102:0304']],
  ['2001:db8::1', ['[2001:db8::1]:443', '[2001:db8::1]', '2001:0DB8:0:0:0::1']],
  ['2001:db8::1', ['For="[2001:db8::1]:4711"']],
  ['fe80::1', ['fe80::1%25eth0']],
  [
    null,
    ['', 'unknown', 'for=_hidden', '1.2.3', '16909060', '0x1.2.3.4', '1.2.3.4:', '1.2.3.4:port'],
  ],
  [null, ['1.2.3.256', '[1.2.3.4', '2001:db8::1::2', '1.2.3.4, 5.6.7.8']],
])('the address %j is written as %j', (address, written) => {
  for (const text of written) expect(parseAddress(text), text).toBe(address);
});

test.each([
  ['203.0.113.1', '203.0.113.1'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:0DB8:0001:0002::1', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['2001:db8:1:2::', '2001:db8:1:2::/64'],
  ['::1', '0:0:0:0::/64'],
  ['fe80::1', 'fe80:0:0:0::/64'],
  [null, 'unknown'],
])('%s is counted with the network %s', (address, network) => {
  expect(networkOf(address)).toBe(network);
});
