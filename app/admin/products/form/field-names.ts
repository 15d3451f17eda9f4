import type { ZodMiniType } from 'zod/mini';
import type { Draft } from './draft.ts';

/** The labels of the form's fields, in the order of the form. */
export const FIELD_NAMES: Record<keyof Draft, string> = {
  name: 'Name',
  category: 'Category',
  weight: 'Net weight',
  description: 'Short description',
  long_description: 'Description',
  ingredients: 'Ingredients',
  taste: 'Taste',
  country_of_origin: 'Country of origin',
  price: 'Price',
  mrp: 'MRP',
  stock: 'Pieces on the shelf',
  images: 'Pictures',
  contents: 'In the box',
  brewing: 'How to brew',
  benefits: 'Benefits',
  certifications: 'Certifications',
  shown: 'Shown in the shop',
};

/** The errors in the order of the form, those of a list in the order of its rows. */
export function inFormOrder(errors: Errors): [path: string, message: string][] {
  const names = Object.keys(FIELD_NAMES);
  const place = ([path]: [string, string]) => names.indexOf(path.split('.', 1)[0] ?? '');
  return Object.entries(errors).toSorted((a, b) => place(a) - place(b));
}

/** 'Benefits, 2nd' from 'benefits.1.title'. */
export function nameOfPath(path: string): string {
  const [field = '', place] = path.split('.');
  const name = Object.entries(FIELD_NAMES).find(([key]) => key === field)?.[1] ?? field;
  return place === undefined ? name : `${name}, number ${Number(place) + 1}`;
}

export type Errors = Record<string, string>;

/** Validates a form. Returns it, or the first error of each field by its path: 'benefits.0.title'. */
export function validate(
  schema: ZodMiniType,
  value: unknown,
): { form: object | null; errors: Errors } {
  const parsed = schema.safeParse(value);
  if (parsed.success) return { form: Object(parsed.data), errors: {} };
  const errors: Errors = {};
  for (const { path, message } of parsed.error.issues) {
    errors[path.map(String).join('.')] ??= message;
  }
  return { form: null, errors };
}

/** Removes the errors of fields that are valid now; the server's errors stay until the next request. */
export function clearFixedErrors(shown: Errors, before: Errors, after: Errors): Errors {
  return Object.fromEntries(
    Object.entries(shown).filter(([field]) => !(field in before) || field in after),
  );
}
