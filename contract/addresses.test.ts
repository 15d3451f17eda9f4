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

test.each(['987654321', '+---------', '+91 98765 (--)', '(022) 2345-67'])(
  '%s has fewer than ten digits',
  (written) => {
    expect(phone.safeParse(written).error?.issues[0]?.message).toBe(
      'Phone number must be at least 10 digits',
    );
  },
);

test.each(['98765 43210x', '91 98765 43210 ☎'])('%s is not a phone number', (written) => {
  expect(phone.safeParse(written).error?.issues[0]?.message).toBe(
    'Phone number can only contain digits, spaces, +, - and ()',
  );
});

test('a phone number has digits, spaces, +, - and (), not two numbers and no words', () => {
  for (const written of ['9876543210/98765432', '9876543210 ext 5', '९८७६५४३२१०९८७'])
    expect(phone.safeParse(written).success, written).toBe(false);
});
