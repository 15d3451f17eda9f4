import { compactCode } from './text.ts';

/** City and state of a PIN code. A part that is not certain is left out. */
export type PinPlace = { state?: string | undefined; city?: string | undefined };

/**
 * The place of a PIN code, or of its first three or more digits. The first two digits are a postal circle, the third a
 * sorting district. A few districts span two states: they need more digits, or leave the state out.
 */
export function placeOfPin(typed: string): PinPlace {
  const digits = compactCode(typed);
  if (!/^[1-9]\d{2,5}$/.test(digits)) return {};
  const state = find(STATES, digits);
  const city = find(CITIES, digits);
  return { ...(state && { state }), ...(city && { city }) };
}

/** A name and its PIN code prefixes: '141-152 1400' is all from 141 to 152, and 1400. */
type Zone = readonly [name: string, prefixes: string];

function find(zones: readonly Zone[], digits: string): string | undefined {
  return findAll(zones, digits)[0];
}

function findAll(zones: readonly Zone[], digits: string): string[] {
  const found = zones.filter(([, prefixes]) =>
    prefixes.split(' ').some((range) => {
      const [first = '', last = first] = range.split('-');
      const prefix = digits.slice(0, first.length);
      // Texts of the same length, so that comparing them is comparing numbers.
      return prefix.length === first.length && first <= prefix && prefix <= last;
    }),
  );
  return found.map(([name]) => name);
}

/**
 * From India Post's All India Pincode Directory (Open Government Data, 155,000 post offices), compared with GeoNames'
 * postal codes of India for later changes (Telangana, Ladakh): only prefixes whose post offices all lie in one state in
 * both. Left out are codes with post offices in two states, such as those of Silvassa, Mahe and Yanam.
 */
export const STATES: readonly Zone[] = [
  ['Andaman and Nicobar Islands', '744'],
  ['Andhra Pradesh', '515-532 534-535 5330-5332 5335 53330-53334 53340-53345 53348'],
  ['Arunachal Pradesh', '790-792'],
  ['Assam', '781-782 784-788 7833 78310'],
  ['Bihar', '800-812 821 823-824 841-855 8131 81321-81322'],
  [
    'Chandigarh',
    '16002-16004 160001-160002 160004-160009 160011-160012 160015-160019 160101-160102',
  ],
  ['Chhattisgarh', '490-497'],
  ['Dadra and Nagar Haveli and Daman and Diu', '36252 36254 36257 39621-39622'],
  ['Delhi', '110'],
  ['Goa', '403'],
  [
    'Gujarat',
    '360-361 363-395 3620-3623 3626-3627 3960 3963-3965 36251 36253 36255-36256 39610-39618',
  ],
  ['Haryana', '121-136'],
  ['Himachal Pradesh', '171-177'],
  ['Jammu and Kashmir', '180-193'],
  ['Jharkhand', '815-816 822 825-835 81410-81412 81414-81416'],
  ['Karnataka', '560-591'],
  ['Kerala', '670-671 676-680 683-695 6730-6731 6735-6736 6820-6823 67330 67332 68250-68251'],
  ['Ladakh', '194'],
  ['Lakshadweep', '68255'],
  ['Madhya Pradesh', '450-488'],
  ['Maharashtra', '400-402 410-445'],
  ['Manipur', '795'],
  ['Meghalaya', '793-794'],
  ['Mizoram', '796'],
  ['Nagaland', '797-798'],
  ['Odisha', '751-770'],
  ['Puducherry', '605001-605006 605008-605011 605013 609602 609605-609607 609609'],
  ['Punjab', '141-152 1400 1402-1405 1407-1409 14010 16005-16007'],
  ['Rajasthan', '301-345'],
  ['Sikkim', '737'],
  ['Tamil Nadu', '600-604 606 608 610-643 6052-6054 6056-6058 6070-6073 6078 6090-6095 6097-6098'],
  ['Telangana', '500-506 508-509 5070 5072-5073'],
  ['Tripura', '799'],
  [
    'Uttar Pradesh',
    '201-243 245 250-261 271-285 2440-2446 2449 2470-2475 2477 2620-2622 2627-2629 24470 24670-24674',
  ],
  ['Uttarakhand', '248-249 263 2460-2464 2625 24471 24765 24767 26231'],
  ['West Bengal', '700-736 741-743'],
];

/** The states and union territories, spelt as in the Constitution, First Schedule. */
export const INDIAN_STATES: readonly string[] = STATES.map(([name]) => name);

/**
 * Cities with sorting districts of their own, from the same directories: post offices under these prefixes lie in the
 * district named after the city. The six largest span several districts and are addressed by their name.
 */
export const CITIES: readonly Zone[] = [
  ['Delhi', '110'],
  ['Mumbai', '4000-4001'],
  ['Bengaluru', '5600-5601'],
  ['Hyderabad', '5000'],
  ['Chennai', '6000-6001'],
  ['Kolkata', '7000'],
  ['Agra', '2820'],
  ['Ahmedabad', '3800'],
  ['Bhavnagar', '3640'],
  ['Bhopal', '4620'],
  ['Coimbatore', '6410'],
  ['Cuttack', '7530'],
  ['Gorakhpur', '2730'],
  ['Gwalior', '4740'],
  ['Indore', '4520'],
  ['Jabalpur', '4820'],
  ['Jaipur', '3020'],
  ['Jamnagar', '3610'],
  ['Jodhpur', '3420'],
  ['Kanpur', '2080'],
  ['Kota', '3240'],
  ['Lucknow', '2260'],
  ['Ludhiana', '1410'],
  ['Madurai', '6250'],
  ['Mysuru', '5700'],
  ['Nagpur', '4400'],
  ['Nashik', '4220'],
  ['Patna', '8000'],
  ['Pune', '4110'],
  ['Raipur', '4920'],
  ['Rajkot', '3600'],
  ['Surat', '3950'],
  ['Thane', '4006'],
  ['Thiruvananthapuram', '6950'],
  ['Tiruchirappalli', '6200'],
  ['Vadodara', '3900'],
  ['Visakhapatnam', '5300'],
];

/** The district of each PIN code, and the states of those that `STATES` leaves out: one, or several. */
export type PinTable = { districts: readonly Zone[]; states: readonly Zone[] };

/** Reads what tools/pin-districts.mjs writes: lines of a name, a tab and its prefixes, and an empty line between both. */
export function readPinTable(text: string): PinTable {
  const [districts = [], states = []] = text.split('\n\n').map((part) =>
    part
      .trim()
      .split('\n')
      .map((line): Zone => {
        const [name = '', prefixes = ''] = line.split('\t');
        return [name, prefixes];
      }),
  );
  return { districts, states };
}

/** The place of a whole PIN code; where no city is known, its district, which most addresses name as their city. */
export function placeInTable(pin: string, table: PinTable): PinPlace {
  const [state, ...others] = statesOfPin(pin, table);
  const city = placeOfPin(pin).city ?? find(table.districts, pin);
  return { ...(state && others.length === 0 && { state }), ...(city && { city }) };
}

/** The states in which a whole PIN code lies; none if it is unknown. */
export function statesOfPin(pin: string, { states }: PinTable): string[] {
  const { state } = placeOfPin(pin);
  return state ? [state] : findAll(states, pin);
}
