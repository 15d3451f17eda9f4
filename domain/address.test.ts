import { describe, expect, test } from 'vitest';
import { addressLines } from './address.ts';

const address = {
  address_line1: '12 Hill Road',
  address_line2: 'Near the lighthouse',
  city: 'Mumbai',
  state: 'Maharashtra',
  postal_code: '400050',
  country: 'India',
};

describe('the lines of an address', () => {
  test('are formatted for a parcel’s label', () => {
    expect(addressLines(address)).toEqual([
      '12 Hill Road',
      'Near the lighthouse',
      'Mumbai, Maharashtra 400050',
      'India',
    ]);
  });

  test.each([undefined, null, '', '   '])('omit a second line of %o', (address_line2) => {
    expect(addressLines({ ...address, address_line2 })).toEqual([
      '12 Hill Road',
      'Mumbai, Maharashtra 400050',
      'India',
    ]);
  });
});
