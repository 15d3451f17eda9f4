import type { ProductSummary } from '#contract/catalogue.ts';
import type { NewsletterOffer } from '#domain/coupon.ts';
import { formatRupees } from '#domain/money.ts';
import { type ShippingRule, shippingTexts } from '#domain/shipping.ts';

/**
 * Texts of the home page. Its loader returns them, so that they are sent once, in the document, and not in a script:
 * the page's script has reached its size limit.
 */

/** The page's title and description, as search engines show them. */
export const META = {
  title: 'Aparajita: butterfly pea flower tea from India',
  description:
    'Naturally blue, caffeine-free tea of whole butterfly pea flowers. Dried flowers, tea packs and gift sets, delivered across India in 3-5 business days.',
};

/** Benefits of the flower (specification §2). */
export const BENEFITS = [
  {
    icon: 'focus',
    title: 'Enhanced Focus',
    text: 'The pause of a tea break without the caffeine, so that the afternoon stays clear.',
  },
  {
    icon: 'heart',
    title: 'Heart Wellness',
    text: 'Its blue is anthocyanin, of the same family of antioxidants that colours blueberries.',
  },
  {
    icon: 'skin',
    title: 'Radiant Skin',
    text: 'A flower long at home in South Asian beauty rituals; this time from the inside.',
  },
  {
    icon: 'detox',
    title: 'Natural Detox',
    text: 'Water and petals and nothing else: no sugar, no colouring, no caffeine.',
  },
];

/** How to make a cup (specification §9). */
export const STEPS = [
  { title: 'Take the flowers', text: '5-7 dried flowers for each cup.' },
  { title: 'Pour', text: 'Hot water at 80-90°C, and the blue begins.' },
  { title: 'Steep', text: '3-5 minutes, until it is as deep as dusk.' },
  { title: 'Turn it violet', text: 'A little lemon juice. Honey, if you like.' },
];

/** Where the name comes from, and the picture beside it. */
export const STORY = {
  title: 'Aparajita: the one who cannot be defeated',
  text: 'That is what the vine is called in Sanskrit. It climbs any fence, flowers through the heat, and has coloured festive food and drink across India for longer than anyone remembers.',
  picture:
    'A wooden bowl heaped with dried butterfly pea flowers, fresh blue ones before it, leaf shadows on the wall behind',
};

/** What subscribing to the newsletter brings. */
export function newsletterTexts(offer: NewsletterOffer | null) {
  return offer
    ? {
        title: `${offer.percent}% off your first order`,
        text: 'And an email now and then: new harvests, new ways to brew. Unsubscribe any time.',
      }
    : {
        title: 'News from the garden',
        text: 'An email now and then: new harvests, new ways to brew. Unsubscribe any time.',
      };
}

/** Reasons to buy in a few words each: only from the catalogue and the specification (§9). */
export function trustPoints(
  mostPopular: Pick<ProductSummary, 'rating' | 'review_count'> | undefined,
  cheapest: Pick<ProductSummary, 'price'> | undefined,
  shipping: ShippingRule,
): string[] {
  const { rating = 0, review_count = 0 } = mostPopular ?? {};
  const reviews = review_count === 1 ? 'review' : 'reviews';
  return [
    ...(cheapest ? [`From ${formatRupees(cheapest.price)}`] : []),
    ...(review_count > 0 ? [`Rated ${rating.toFixed(1)} from ${review_count} ${reviews}`] : []),
    'Cash on delivery',
    'Delivery in 3-5 business days',
    shippingTexts(shipping).line,
  ];
}
