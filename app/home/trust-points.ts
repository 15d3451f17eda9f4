import type { ProductSummary } from '#contract/catalogue.ts';
import { formatRupees } from '#domain/money.ts';

/** Reasons to buy in a few words each: only from the catalogue and the specification (§9). */
export function trustPoints(
  mostPopular: Pick<ProductSummary, 'rating' | 'review_count'> | undefined,
  cheapest: Pick<ProductSummary, 'price'> | undefined,
): string[] {
  const { rating = 0, review_count = 0 } = mostPopular ?? {};
  const reviews = review_count === 1 ? 'review' : 'reviews';
  return [
    ...(cheapest ? [`From ${formatRupees(cheapest.price)}`] : []),
    ...(review_count > 0 ? [`Rated ${rating.toFixed(1)} from ${review_count} ${reviews}`] : []),
    'Cash on delivery',
    'Delivery in 3-5 business days',
    'Free shipping over ₹999',
  ];
}
