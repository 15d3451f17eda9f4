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

export type Errors = Record<string, string | undefined>;

/** The first error of each field by its path: 'benefits.0.title'. */
export function errorsOf(schema: ZodMiniType, value: unknown): Errors {
  const errors: Errors = {};
  for (const { path, message } of schema.safeParse(value).error?.issues ?? [])
    errors[path.map(String).join('.')] ??= message;
  return errors;
}

/** The names of the fields with errors, in the order of the form: 'Name, Benefits'. */
export function namesOf(errors: Errors): string {
  const wrong = Object.keys(errors).map((path) => path.split('.', 1)[0]);
  return Object.entries(FIELD_NAMES)
    .filter(([field]) => wrong.includes(field))
    .map(([, name]) => name)
    .join(', ');
}
