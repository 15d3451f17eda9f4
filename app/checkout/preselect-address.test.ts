import { expect, test } from 'vitest';
import type { Address } from '#contract/addresses.ts';
import { chooseAddress } from './preselect-address.ts';

const HOME: Address = {
  id: 'home',
  full_name: 'Asha Rao',
  phone: '9876543210',
  address_line1: '12 Hill Road',
  address_line2: null,
  city: 'Mumbai',
  state: 'Maharashtra',
  postal_code: '400050',
  country: 'India',
  is_default: false,
  created_at: '2026-01-05T10:00:00Z',
};
const OFFICE = { ...HOME, id: 'office' };

test('selects the only address, the default or not', () => {
  expect(chooseAddress([HOME], null)).toBe(HOME);
});

test('selects the default of several, and none without a default', () => {
  const usual = { ...OFFICE, is_default: true };
  expect(chooseAddress([HOME, usual], null)).toBe(usual);
  expect(chooseAddress([HOME, OFFICE], null)).toBeUndefined();
});

test('selects the requested address, and no other in its place', () => {
  expect(chooseAddress([{ ...HOME, is_default: true }, OFFICE], 'office')).toBe(OFFICE);
  expect(chooseAddress([HOME], 'gone')).toBeUndefined();
});

test('selects none when there are no addresses', () => {
  expect(chooseAddress([], null)).toBeUndefined();
});
