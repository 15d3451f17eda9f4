import { manyLines } from '#domain/text.ts';

/** The fields of a form by name: texts, ticks and lists of rows. */
export type Fields = Record<string, unknown>;

/** A field that somebody else has saved with another value than it has here. */
export type Conflict = { field: string; here: unknown; saved: unknown };

/** What saving `form` would replace of what somebody else has saved since the form was opened with `base`. */
export function conflictsOf(base: Fields, form: Fields, saved: Fields): Conflict[] {
  return Object.keys(saved)
    .map((field) => ({ field, here: form[field], saved: saved[field] }))
    .filter(({ field, here, saved }) => !same(saved, base[field]) && !same(saved, here));
}

/** Compares values as they are saved: spaces around a text are no difference. */
export function same(a: unknown, b: unknown): boolean {
  return JSON.stringify(a, clean) === JSON.stringify(b, clean);
}

const clean = (_: string, value: unknown) => (typeof value === 'string' ? manyLines(value) : value);
