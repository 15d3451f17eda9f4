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
 * in the others. `theirs` names the fields of the form that they changed to something else than mine, `both` those of
 * them that I changed, too. A field that is saved as I have it may be my own, whose answer was lost.
 */
export function merge(base: Draft, mine: Draft, saved: Draft) {
  const changed = differing(base, mine);
  const merged = { ...saved, ...pick(mine, changed) };
  const theirs = differing(base, saved).filter(
    (field) => isInForm(field) && !same(mine, saved, field),
  );
  const both = theirs.filter((field) => changed.includes(field));
  return { merged, theirs, both };
}

/** Whether two drafts differ in a field that the product's form saves. */
export function differsInForm(a: Draft, b: Draft): boolean {
  return differing(a, b).some(isInForm);
}

/** Prices are saved apart from the form, and the stock changes by itself. */
const isInForm = (field: Field) => field !== 'price' && field !== 'mrp' && field !== 'stock';

function pick(draft: Draft, fields: Field[]): Partial<Draft> {
  return Object.fromEntries(fields.map((field) => [field, draft[field]]));
}

/** Spaces around a text are no difference: it is saved without them. */
function same(a: Draft, b: Draft, field: Field): boolean {
  return JSON.stringify(a[field], trimmed) === JSON.stringify(b[field], trimmed);
}

const trimmed = (_: string, value: unknown) => (typeof value === 'string' ? value.trim() : value);
