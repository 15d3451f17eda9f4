import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { addressLines } from './address.ts';
import { isolated } from './isolated.ts';
import { firstName } from './name.ts';
import {
  CITIES,
  INDIAN_STATES,
  placeInTable,
  placeOfPin,
  readPinTable,
  STATES,
  statesOfPin,
} from './pin-codes.ts';

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

test('a text of another direction is isolated from what stands beside it, and others stay as they are', () => {
  expect(isolated('کرناٹک')).toBe('\u2068کرناٹک\u2069');
  expect(isolated('Flat 3, ש')).toBe('\u2068Flat 3, ש\u2069');
  expect(isolated('𞤀𞤣𞤤𞤢𞤥')).toBe('\u2068𞤀𞤣𞤤𞤢𞤥\u2069');
  for (const text of ['Karnataka', 'कर्नाटक', 'தமிழ்நாடு', '560 001'])
    expect(isolated(text)).toBe(text);
  // As stored before such characters were left out.
  expect(isolated('Karnataka\u200f')).toBe('Karnataka');
  expect(isolated('کرناٹک\u2069\u202e')).toBe('\u2068کرناٹک\u2069');
});

const CAPITALS =
  `Delhi 110001, Haryana 122001, Punjab 141001, Chandigarh 160017, Himachal Pradesh 171001,
  Jammu and Kashmir 180001, Ladakh 194101, Uttar Pradesh 201301, Uttarakhand 248001, Rajasthan 302001,
  Gujarat 380001, Dadra and Nagar Haveli and Daman and Diu 396210, Maharashtra 400050, Goa 403001,
  Madhya Pradesh 462001, Chhattisgarh 492001, Telangana 500001, Andhra Pradesh 530001, Karnataka 560001,
  Tamil Nadu 600001, Puducherry 605001, Kerala 682001, Lakshadweep 682555, West Bengal 700001, Sikkim 737101,
  Andaman and Nicobar Islands 744101, Odisha 751001, Assam 781001, Arunachal Pradesh 791111,
  Meghalaya 793001, Manipur 795001, Mizoram 796001, Nagaland 797001, Tripura 799001, Bihar 800001,
  Jharkhand 834001`.split(/,\s+/);

describe('the state', () => {
  test('is known of a PIN code in each of the 28 states and 8 union territories', () => {
    const states = CAPITALS.map((each) => each.slice(0, -7));
    expect(CAPITALS.map((each) => placeOfPin(each.slice(-6)).state)).toEqual(states);
    expect(states.toSorted()).toEqual(INDIAN_STATES.toSorted());
    expect(placeOfPin('160062').state, 'Mohali').toBe('Punjab');
    for (const [name, prefixes] of STATES)
      expect(placeOfPin(prefixes.split(/[ -]/)[0] ?? '').state).toBe(name);
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

describe('the table of districts', () => {
  const table = readPinTable(readFileSync('app/addresses/pin-districts.txt', 'utf8'));

  test.each([
    ['413001', { city: 'Solapur', state: 'Maharashtra' }],
    ['400050', { city: 'Mumbai', state: 'Maharashtra' }],
    ['194101', { city: 'Leh', state: 'Ladakh' }],
    ['504001', { city: 'Adilabad', state: 'Telangana' }],
    ['507111', { city: 'Khammam', state: 'Telangana' }],
    ['396220', { city: 'Daman', state: 'Dadra and Nagar Haveli and Daman and Diu' }],
    ['122001', { city: 'Gurugram', state: 'Haryana' }],
    ['673310', { city: 'Mahe' }],
    ['999999', {}],
  ])('knows the place of %s', (pin, place) => {
    expect(placeInTable(pin, table)).toEqual(place);
  });

  test('names every state as the form does, and both of a PIN code that lies in two', () => {
    for (const [name] of table.states) expect(INDIAN_STATES).toContain(name);
    expect(statesOfPin('673310', table)).toEqual(['Kerala', 'Puducherry']);
    expect(statesOfPin('400050', table)).toEqual(['Maharashtra']);
  });
});

const NAMES = `Asha Rao → Asha; Dr. Asha Rao → Asha; A. P. J. Abdul Kalam → Abdul;
  S Ramanujan → Ramanujan; आशा राव → आशा; A. → A.; Dr → Dr; Dr Asha Rao → Asha;
  DR.ASHA RAO → ASHA; Smt Lakshmi Devi → Lakshmi; smt. Lakshmi → Lakshmi;
  Prof. (Mrs.) Asha Rao → Asha; Shri/Smt Rao → Rao; Mr. S. K. Menon → Menon;
  Km Pooja → Pooja; Md Rafiq Alam → Rafiq; Mohd. Salim → Salim; Sriram Iyer → Sriram;
  Kumar Sanu → Kumar; Mira Rao → Mira; श्री राम शर्मा → राम; श्रीमती आशा राव → आशा;
  डॉ. आशा राव → आशा; डॉ॰ आशा → आशा; कुमारी पूजा → पूजा; श्रीराम अय्यर → श्रीराम;
  सौ. सुनीता पाटील → सुनीता; মোঃ রফিক আলম → রফিক; শ্রী রাম রায় → রাম;
  শ্ৰীমতী আশা বৰা → আশা; ডাঃ আশা রায় → আশা; ଡଃ ଆଶା ଦାସ → ଆଶା; ଶ୍ରୀମତୀ ଆଶା ଦାସ → ଆଶା;
  శ్రీ రామ రావు → రామ; శ్రీమతి ఆశ రావు → ఆశ; ಶ್ರೀ ರಾಮ ರಾವ್ → ರಾಮ; ಡಾ ಆಶಾ ರಾವ್ → ಆಶಾ;
  திரு ராமன் → ராமன்; திருமதி. ஆஷா → ஆஷா; ஸ்ரீ ராமன் → ராமன்; ശ്രീ രാമൻ → രാമൻ; ഡോ ആശ → ആശ;
  શ્રી રામ શાહ → રામ; શ્રીમતી આશા શાહ → આશા; ਸ਼੍ਰੀ ਰਾਮ ਸਿੰਘ → ਰਾਮ; ਸ੍ਰੀਮਤੀ ਆਸ਼ਾ ਕੌਰ → ਆਸ਼ਾ;
  ڈاکٹر آشا → آشا; శ్రీనివాస్ రావు → శ్రీనివాస్; திருமுருகன் → திருமுருகன்`;

test.each([
  ...NAMES.split(/;\s+/).map((each) => each.split(' → ')),
  ['  Asha  ', 'Asha'],
  ['', ''],
])('the first name of %s is %s', (full = '', first = '') => {
  expect(firstName(full)).toBe(first);
});
