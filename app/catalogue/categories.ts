import type { ProductSummary, SortOrder } from '#contract/catalogue.ts';

export type Category = ProductSummary['category'];

/** The shop's word for each category. Written out here: the contract's schemas stay out of the browser. */
export const CATEGORY_NAMES: Record<Category, string> = {
  'loose-leaf': 'Loose leaf',
  packaged: 'Tea packs',
  'gift-set': 'Gift sets',
};

/** The words of the sort selector, in its order (specification §2). */
export const SORT_NAMES: Record<SortOrder, string> = {
  popularity: 'Most Popular',
  'price-asc': 'Price: Low to High',
  'price-desc': 'Price: High to Low',
  newest: 'Newest First',
};

/** As far as the server counts (`COUNTED` of the contract); a test holds the two together. */
export const COUNTED = 200;
