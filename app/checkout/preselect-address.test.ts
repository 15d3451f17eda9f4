import { expect, test } from 'vitest';
import type { Address } from '#contract/addresses.ts';
import { preselectAddress } from './preselect-address.ts';

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

test('the only address is selected, the default or not', () => {
  expect(preselectAddress([HOME], null)).toBe(HOME);
});

test('of several addresses the default is selected, and none without a default', () => {
  const usual = { ...OFFICE, is_default: true };
  expect(preselectAddress([HOME, usual], null)).toBe(usual);
  expect(preselectAddress([HOME, OFFICE], null)).toBeUndefined();
});

test('selects the requested address, and no other in its place', () => {
  expect(preselectAddress([{ ...HOME, is_default: true }, OFFICE], 'office')).toBe(OFFICE);
  expect(preselectAddress([HOME], 'gone')).toBeUndefined();
});

test('selects none when there are no addresses', () => {
  expect(preselectAddress([], null)).toBeUndefined();
});
