import type { Product } from '#contract/catalogue.ts';
import type { ShopDetails } from '#contract/shop-details.ts';
import { BREWING, type Content, cupsIn, netGrams, pricePer } from '#domain/brewing.ts';
import { formatPaise, toPaise } from '#domain/money.ts';
import { QUESTIONS } from './product-questions.ts';

/** What the page's script needs of a product; the rest is said by its facts. */
export type ShownProduct = Omit<Product, 'contents' | 'taste' | 'country_of_origin'>;

/** What is called what, e.g. ['Taste', 'Mild']. */
export type Fact = readonly [name: string, value: string];

/** What stands below a product, in words; an empty list is not shown. Only the server makes it: the words are no script. */
export type ProductFacts = {
  /** What stands at the price. */
  price_note: string;
  /** For whoever decides at a glance. */
  glance: Fact[];
  /** What lies in the box. */
  box: string[];
  /** As the Legal Metrology (Packaged Commodities) Rules, 2011, rule 6(10), ask of a shop on the net. */
  label: Fact[];
  /** Questions and their answers. */
  questions: Fact[];
};

/** Everything that follows from the catalogue and from who sells. */
export function factsOf(product: Product, seller: ShopDetails): ProductFacts {
  const { contents, taste } = product;
  const cups = cupsIn(contents);
  const price = toPaise(product.price);
  const perCup = cups > 0 ? formatPaise(pricePer(price, cups)) : null;
  return {
    price_note: ['MRP, inclusive of all taxes', ...(perCup ? [`${perCup} a cup`] : [])].join(' · '),
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

/** '2 × tin of whole dried flowers, 100 g each' */
function lineOf({ count, item, grams }: Content): string {
  const weight = grams === undefined ? '' : `, ${grams} g${count > 1 ? ' each' : ''}`;
  return `${count} × ${item}${weight}`;
}

function labelOf(product: Product, seller: ShopDetails): Fact[] {
  const { legal_name, address, emails, phone, fssai } = seller;
  const price = toPaise(product.price);
  const grams = netGrams(product.contents);
  const toFillIn = (setting: string) => `[to be filled in by the owner: ${setting}]`;
  return [
    ['Product', product.ingredients],
    ['Net quantity', product.weight],
    ['MRP', `${formatPaise(price)}, inclusive of all taxes`],
    ...(grams > 0 ? [['Unit price', `${formatPaise(pricePer(price, grams))} per g`] as const] : []),
    ['Country of origin', product.country_of_origin],
    [
      'Packed and sold by',
      `${legal_name ?? toFillIn('SHOP_LEGAL_NAME')}, ${address?.join(', ') ?? toFillIn('SHOP_ADDRESS')}`,
    ],
    ['Consumer care', [phone, emails[0]].filter(Boolean).join(', ')],
    ['Best before', 'See the date on the pack'],
    ...(fssai ? [['FSSAI', fssai] as const] : []),
  ];
}
