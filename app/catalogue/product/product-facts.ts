import type { Product } from '#contract/catalogue.ts';
import type { ShopDetails } from '#contract/shop-details.ts';
import { BREWING, type Content, cupsIn, netGrams, pricePer } from '#domain/brewing.ts';
import { formatPaise, toPaise } from '#domain/money.ts';
import { mrpBeside } from '#domain/mrp.ts';

/** The product fields that the page's script needs; the rest is in its facts. */
export type ShownProduct = Omit<Product, 'contents' | 'taste' | 'country_of_origin'>;

/** Name and value, e.g. ['Taste', 'Mild']. */
export type Fact = readonly [name: string, value: string];

/**
 * Texts shown below a product; empty lists are not shown. Only the server makes them, so they are not part of any
 * script.
 */
export type ProductFacts = {
  /** Shown beside the price. */
  price_note: string;
  /** Facts at a glance. */
  glance: Fact[];
  /** What is in the box. */
  box: string[];
  /** The pack's label, whose prices are the MRP and the MRP per gram; required by the Legal Metrology (Packaged Commodities) Rules, 2011, rule 6(10), for online shops. */
  label: Fact[];
  /** Questions and answers. */
  questions: Fact[];
};

/** Everything derived from the catalogue and the seller's details. */
export function factsOf(product: Product, seller: ShopDetails): ProductFacts {
  const { contents, taste } = product;
  const cups = cupsIn(contents);
  const price = toPaise(product.price);
  const perCup = cups > 0 ? formatPaise(pricePer(price, cups)) : null;
  return {
    price_note: [taxNote(product), ...(perCup ? [`${perCup} a cup`] : [])].join(' · '),
    glance: [
      ...(perCup
        ? [['In the pack', `About ${cups} cups`] as const, ['Price per cup', perCup] as const]
        : []),
      ...(taste ? [['Taste', taste] as const] : []),
      ['Caffeine', 'None'],
      ['Water', BREWING.water],
      ['Steep', BREWING.steep],
    ],
    box: contents.map(lineOf),
    label: labelOf(product, seller),
    questions: QUESTIONS,
  };
}

/** Says that the price includes the taxes; a higher MRP is shown beside the price. */
function taxNote(product: Product): string {
  return mrpBeside(product) === null ? 'MRP, inclusive of all taxes' : 'Inclusive of all taxes';
}

/** '2 × tin of whole dried flowers, 100 g each', the unit on the line of its number. */
function lineOf({ count, item, grams }: Content): string {
  const weight = grams === undefined ? '' : `, ${grams}\u00a0g${count > 1 ? ' each' : ''}`;
  return `${count} × ${item}${weight}`;
}

function labelOf(product: Product, seller: ShopDetails): Fact[] {
  const { legal_name, address, emails, phone, fssai } = seller;
  const mrp = toPaise(product.mrp);
  const grams = netGrams(product.contents);
  const toFillIn = (setting: string) => `[to be filled in by the owner, in Settings: ${setting}]`;
  return [
    ['Product', product.ingredients],
    ['Net quantity', product.weight],
    ['MRP', `${formatPaise(mrp)}, inclusive of all taxes`],
    ...(grams > 0 ? [['Unit price', `${formatPaise(pricePer(mrp, grams))} per g`] as const] : []),
    ['Country of origin', product.country_of_origin],
    [
      'Packed and sold by',
      `${legal_name ?? toFillIn('Registered name')}, ${address?.join(', ') ?? toFillIn('Address')}`,
    ],
    ['Consumer care', [phone, emails[0]].filter(Boolean).join(', ')],
    ['Best before', 'See the date on the pack'],
    ...(fssai ? [['FSSAI', fssai] as const] : []),
  ];
}

/** Common questions about a product, answered from the specification and the pages it links to. */
const QUESTIONS: Fact[] = [
  ['Does it keep me awake?', 'No. Butterfly pea is a flower, not a tea leaf, and has no caffeine.'],
  ['How should I store it?', 'Dry, dark and well closed: light fades the blue.'],
  [
    'Is it safe in pregnancy or with medicine?',
    'It is a food, not a medicine. Please ask your doctor first.',
  ],
];
