import { describe, expect, test } from 'vitest';
import { CITIES, INDIAN_STATES, placeOfPin, STATES } from './pin-codes.ts';

describe('the state', () => {
  test.each([
    ['110001', 'Delhi'],
    ['122001', 'Haryana'],
    ['141001', 'Punjab'],
    ['160017', 'Chandigarh'],
    ['160062', 'Punjab'], // Mohali
    ['171001', 'Himachal Pradesh'],
    ['180001', 'Jammu and Kashmir'],
    ['194101', 'Ladakh'],
    ['201301', 'Uttar Pradesh'],
    ['248001', 'Uttarakhand'],
    ['302001', 'Rajasthan'],
    ['380001', 'Gujarat'],
    ['396210', 'Dadra and Nagar Haveli and Daman and Diu'], // Daman
    ['400050', 'Maharashtra'],
    ['403001', 'Goa'],
    ['462001', 'Madhya Pradesh'],
    ['492001', 'Chhattisgarh'],
    ['500001', 'Telangana'],
    ['530001', 'Andhra Pradesh'],
    ['560001', 'Karnataka'],
    ['600001', 'Tamil Nadu'],
    ['605001', 'Puducherry'],
    ['682001', 'Kerala'],
    ['682555', 'Lakshadweep'], // Kavaratti
    ['700001', 'West Bengal'],
    ['737101', 'Sikkim'],
    ['744101', 'Andaman and Nicobar Islands'],
    ['751001', 'Odisha'],
    ['781001', 'Assam'],
    ['791111', 'Arunachal Pradesh'],
    ['793001', 'Meghalaya'],
    ['795001', 'Manipur'],
    ['796001', 'Mizoram'],
    ['797001', 'Nagaland'],
    ['799001', 'Tripura'],
    ['800001', 'Bihar'],
    ['834001', 'Jharkhand'],
  ])('of %s is %s', (pin, state) => {
    expect(placeOfPin(pin).state).toBe(state);
  });

  test('is known from the first three digits where they lie in one state', () => {
    expect(placeOfPin('40').state).toBeUndefined();
    expect(placeOfPin('400').state).toBe('Maharashtra');
    expect(placeOfPin('682').state).toBeUndefined();
    expect(placeOfPin('6820').state).toBe('Kerala');
  });

  test.each([
    ['396230', 'Silvassa, beside Gujarat'],
    ['673310', 'Mahe, beside Kerala'],
    ['533464', 'Yanam, beside Andhra Pradesh'],
    ['605007', 'Puducherry and Tamil Nadu'],
    ['507111', 'Bhadrachalam, divided in 2014'],
    ['247662', 'Uttar Pradesh and Uttarakhand'],
  ])('of %s is not filled in: %s', (pin) => {
    expect(placeOfPin(pin)).toEqual({});
  });
});

test('a city with PIN codes of its own is recognized, with its state', () => {
  expect(placeOfPin('400050')).toEqual({ city: 'Mumbai', state: 'Maharashtra' });
  expect(placeOfPin('560 034')).toEqual({ city: 'Bengaluru', state: 'Karnataka' });
  expect(placeOfPin('400703')).toEqual({ state: 'Maharashtra' }); // Navi Mumbai
  expect(placeOfPin('4000').city).toBe('Mumbai');
});

test.each(['', '4', '012345', '4000501', '40005a', 'SW1A 1AA', '990001'])(
  '%o has no known place',
  (typed) => {
    expect(placeOfPin(typed)).toEqual({});
  },
);

test('each of the 28 states and 8 union territories is found by its first PIN codes', () => {
  expect(INDIAN_STATES).toHaveLength(36);
  for (const [name, prefixes] of STATES) {
    const [first = ''] = prefixes.split(/[ -]/);
    expect(placeOfPin(first).state).toBe(name);
  }
});

test('no PIN code belongs to two places', () => {
  for (const zones of [STATES, CITIES]) {
    const all = zones.flatMap(([name, prefixes]) =>
      prefixes.split(' ').map((range) => {
        const [first = '', last = first] = range.split('-');
        return { name, from: Number(first.padEnd(6, '0')), to: Number(last.padEnd(6, '9')) };
      }),
    );
    all.sort((a, b) => a.from - b.from);
    const overlaps = all.filter((zone, at) => zone.from <= (all[at - 1]?.to ?? 0));
    expect(overlaps).toEqual([]);
  }
});

test('every city lies in a state', () => {
  for (const [city, prefixes] of CITIES) {
    for (const prefix of prefixes.split(/[ -]/)) {
      expect(placeOfPin(prefix), city).toEqual({ city, state: expect.any(String) });
    }
  }
});
