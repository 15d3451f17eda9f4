import { readRupees } from '#app/admin/read-rupees.ts';
import type { AdminProduct } from '#contract/admin/products.ts';
import { type Draft, draftOf } from './draft.ts';

/** Fields that a new product is created with and that the form of an existing one does not save. */
const INITIAL_FIELDS = ['price', 'mrp', 'stock'] as const;
export type InitialField = (typeof INITIAL_FIELDS)[number];

/**
 * Which of price, MRP and stock were typed for a new product that had already been added with other values: the draft
 * differs from both `base` and the product.
 */
export function unsavedInitialValues(
  base: Draft,
  draft: Draft,
  product: AdminProduct,
): InitialField[] {
  const typed = {
    price: readRupees(draft.price),
    mrp: readRupees(draft.mrp),
    stock: Number(draft.stock),
  };
  return INITIAL_FIELDS.filter(
    (field) => base[field] !== draft[field] && typed[field] !== product[field],
  );
}

/** The draft of a saved product, with the typed price, MRP and stock that still have to be changed. */
export function withUnsavedInitialValues(base: Draft, draft: Draft, saved: AdminProduct): Draft {
  const typed = unsavedInitialValues(base, draft, saved).map((field) => [field, draft[field]]);
  return { ...draftOf(saved), ...Object.fromEntries(typed) };
}
