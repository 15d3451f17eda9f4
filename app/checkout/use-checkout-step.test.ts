import { expect, test } from 'vitest';
import { HOME } from '#test/component/shopper-data.ts';
import { preselectAddress } from './use-checkout-step.ts';

const OTHER = { ...HOME, id: 'other', is_default: false };
const OFFICE = { ...HOME, id: 'office', is_default: false };

test.each([
  ['the only one, the default or not', [OTHER], null, OTHER],
  ['of several the default', [OTHER, HOME], null, HOME],
  ['none of several without a default', [OTHER, OFFICE], null, undefined],
  ['the requested one', [HOME, OFFICE], 'office', OFFICE],
  ['no other in place of the requested one', [HOME], 'gone', undefined],
  ['none where there is none', [], null, undefined],
])('the address that is selected at first is %s', (_, addresses, requested, selected) => {
  expect(preselectAddress(addresses, requested)).toBe(selected);
});
