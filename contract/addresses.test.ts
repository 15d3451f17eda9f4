import { expect, test } from 'vitest';
import { AddressForm } from './addresses.ts';

const { phone } = AddressForm.shape;

test.each([
  ['9876543210', '9876543210'],
  ['+91 98765-43210', '+91 98765-43210'],
  ['+91 (98765) 43210-99', '+91 (98765) 43210-99'],
  ['(022) 2345 6789', '(022) 2345 6789'],
  ['(+91) 98765 43210', '(+91) 98765 43210'],
  ['+91 98765\u201143210', '+91 98765-43210'],
  ['98765.43210', '98765-43210'],
  ['+91\u00a098765\u00a043210\u202c', '+91 98765 43210'],
  ['९८७६५ ४३२१०', '98765 43210'],
  ['＋９１（९८७６５）４३２१０', '+91(98765)43210'],
])('the phone number %j is kept as %j', (typed, kept) => {
  expect(phone.parse(typed)).toBe(kept);
});

const faultOf = (written: string) => phone.safeParse(written).error?.issues[0]?.message;

test.each(['987654321', '+---------', '+91 98765 (--)', '(022) 2345-67'])(
  '%s has fewer than ten digits',
  (written) => {
    expect(faultOf(written)).toBe('Phone number must be at least 10 digits');
  },
);

test('a phone number has digits, spaces, +, - and (), not two numbers and no words', () => {
  for (const written of [
    ...['98765 43210x', '91 98765 43210 ☎', '9876543210/98765432', '9876543210 ext 5'],
  ])
    expect(faultOf(written)).toBe('Phone number can only contain digits, spaces, +, - and ()');
});

const HOME = {
  full_name: 'Asha Rao',
  phone: '9876543210',
  address_line1: '12 Hill Road',
  city: 'Mumbai',
  state: 'Maharashtra',
  postal_code: '400050',
  country: 'India',
};

test.each(['\u200b\u2060', '\u2800', '\u3164', '\u200f', '\ufe0f', '.', '---', ' \t '])(
  'a field with nothing but %j is not filled in',
  (text) => {
    for (const field of ['full_name', 'address_line1', 'city', 'state', 'postal_code', 'country'])
      expect(AddressForm.safeParse({ ...HOME, [field]: text }).success, field).toBe(false);
    const { error } = AddressForm.safeParse({ ...HOME, city: text });
    expect(error?.issues[0]?.message).toBe('City is required');
  },
);

test.each([
  ['full_name', 100],
  ['phone', 20],
  ['address_line1', 200],
  ['address_line2', 200],
  ['city', 100],
  ['state', 100],
  ['postal_code', 20],
  ['country', 100],
])('%s has at most %i characters', (field, most) => {
  const faultOf = (length: number) =>
    AddressForm.safeParse({ ...HOME, [field]: '9'.repeat(length) }).error?.issues[0]?.message;
  expect(faultOf(most)).toBeUndefined();
  expect(faultOf(most + 1)).toBe(`Must be at most ${most} characters`);
});

test('a letter or digit of any script fills a field in', () => {
  for (const city of ['पुणे', 'چنئی', '7', '७', 'X'])
    expect(AddressForm.safeParse({ ...HOME, city }).success, city).toBe(true);
});
