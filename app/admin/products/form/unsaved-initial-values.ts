import { readOptionalRupees, readRupees } from '#app/admin/read-rupees.ts';
import type { AdminProduct } from '#contract/admin/products.ts';
import { type Draft, draftOf } from './draft.ts';

/** What a new product is sent with, and an existing one's form does not change. */
const APART = ['price', 'mrp', 'stock'] as const;
export type InitialField = (typeof APART)[number];

/**
 * Which of price, MRP and stock were typed for a new product that had already been added with others: `draft` was typed
 * over `base`, and the product has neither.
 */
export function unsavedInitialValues(
  base: Draft,
  draft: Draft,
  product: AdminProduct,
): InitialField[] {
  const typed = {
    price: readRupees(draft.price),
    mrp: readOptionalRupees(draft.mrp),
    stock: Number(draft.stock),
  };
  return APART.filter((field) => base[field] !== draft[field] && typed[field] !== product[field]);
}

/** The form of a product that was saved, with what was typed apart from it and is still to be changed. */
export function withUnsavedInitialValues(base: Draft, draft: Draft, saved: AdminProduct): Draft {
  const typed = unsavedInitialValues(base, draft, saved).map((field) => [field, draft[field]]);
  return { ...draftOf(saved), ...Object.fromEntries(typed) };
}
