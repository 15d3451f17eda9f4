import * as z from 'zod/mini';
import { manyLines } from '#domain/text.ts';
import { Draft } from './draft.ts';

export type Field = keyof Draft;

const FIELDS = z.keyof(Draft).options;

/** Fields in which two drafts differ. */
export function differing(a: Draft, b: Draft): Field[] {
  return FIELDS.filter((field) => !same(a, b, field));
}

/**
 * Three-way merge of a draft (`mine`) with a newer saved version, both based on `base`: my value in the fields that I
 * changed, the saved one in the others. `theirs`: the fields of the form that they changed to another value than mine;
 * `both`: those of them that I changed too. A field that was saved with my value may be from my own request, whose
 * response was lost.
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

/** Prices are saved separately, and the stock changes by itself. */
const isInForm = (field: Field) => field !== 'price' && field !== 'mrp' && field !== 'stock';

function pick(draft: Draft, fields: Field[]): Partial<Draft> {
  return Object.fromEntries(fields.map((field) => [field, draft[field]]));
}

/** Compared as they are saved: without spaces around a text, for example. */
function same(a: Draft, b: Draft, field: Field): boolean {
  return JSON.stringify(a[field], clean) === JSON.stringify(b[field], clean);
}

const clean = (_: string, value: unknown) => (typeof value === 'string' ? manyLines(value) : value);
