import type { ProductSummary, SortOrder } from '#contract/catalogue.ts';

export type Category = ProductSummary['category'];

/** Label of each category. Repeated here so that the contract's schemas are not sent to the browser. */
export const CATEGORY_NAMES: Record<Category, string> = {
  'loose-leaf': 'Loose leaf',
  packaged: 'Tea packs',
  'gift-set': 'Gift sets',
};

/** Labels of the sort selector, in its order (specification §2). */
export const SORT_NAMES: Record<SortOrder, string> = {
  popularity: 'Most Popular',
  'price-asc': 'Price: Low to High',
  'price-desc': 'Price: High to Low',
  newest: 'Newest First',
};

/** The highest number the server counts to (`MAX_COUNT` of the contract); a test compares the two. */
export const MAX_COUNT = 200;
