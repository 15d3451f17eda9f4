import { expect, test } from 'vitest';
import { shortNetwork } from './short-network.ts';

test.each([
  ['203.0.113.9', '203.0.x.x'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1::'],
  ['2001:db8::6', '2001:db8::'],
  ['::1', '::'],
  [null, null],
])('%s is shown as %s', (address, shown) => {
  expect(shortNetwork(address)).toBe(shown);
});
