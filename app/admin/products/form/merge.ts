import * as z from 'zod/mini';
import { Draft } from './draft.ts';

export type Field = keyof Draft;

const FIELDS = z.keyof(Draft).options;

/** Fields in which two drafts differ. */
export function differing(a: Draft, b: Draft): Field[] {
  return FIELDS.filter((field) => !same(a, b, field));
}

/**
 * Three-way merge of a draft with a newer saved version, both based on `base`: mine in the fields that I changed, theirs
 * in the others. `theirs` names the fields that they changed, `both` those that both changed differently.
 */
export function merge(base: Draft, mine: Draft, saved: Draft) {
  const theirs = differing(base, saved);
  const merged = { ...saved, ...pick(mine, differing(base, mine)) };
  const both = theirs.filter((field) => !same(merged, saved, field));
  return { merged, theirs, both };
}

/** Whether two drafts differ in a field that the product's form saves; prices are saved apart from it. */
export function differsInForm(a: Draft, b: Draft): boolean {
  return differing(a, b).some((field) => field !== 'price' && field !== 'mrp' && field !== 'stock');
}

function pick(draft: Draft, fields: Field[]): Partial<Draft> {
  return Object.fromEntries(fields.map((field) => [field, draft[field]]));
}

function same(a: Draft, b: Draft, field: Field): boolean {
  return JSON.stringify(a[field]) === JSON.stringify(b[field]);
}
