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

  test('keep the PIN beside a state in another direction', () => {
    const [, , place] = addressLines({ ...address, state: 'کرناٹک', postal_code: '560 001' });
    expect(place).toBe('Mumbai, \u2068کرناٹک\u2069 560 001');
    const marked = { ...address, address_line1: '\u200f12/4 5 Main', state: 'Karnataka\u200f' };
    expect(addressLines(marked)).toEqual([
      '12/4 5 Main',
      'Near the lighthouse',
      'Mumbai, Karnataka 400050',
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
