import { expect, test } from 'vitest';
import { AddressForm } from './addresses.ts';

const { phone } = AddressForm.shape;

test.each([
  '9876543210',
  '+91 98765-43210',
  '+91 (98765) 43210-99',
  '(022) 2345 6789',
  '(+91) 98765 43210',
])('%s is a phone number', (written) => {
  expect(phone.parse(written)).toBe(written);
});

test.each(['98765 4321x', '(((((((((((', '-----------', '91 98765 43210 ☎'])(
  '%s is not a phone number',
  (written) => {
    expect(phone.safeParse(written).error?.issues[0]?.message).toBe(
      'Phone number can only contain digits, spaces, +, - and ()',
    );
  },
);
