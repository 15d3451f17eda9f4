import type { Field } from './merge.ts';

/** The labels of the form's fields. */
export const FIELD_NAMES: Record<Field, string> = {
  name: 'Name',
  category: 'Category',
  weight: 'Net weight',
  description: 'Short description',
  long_description: 'Description',
  ingredients: 'Ingredients',
  taste: 'Taste',
  country_of_origin: 'Country of origin',
  benefits: 'Benefits',
  brewing: 'How to brew',
  certifications: 'Certifications',
  contents: 'In the box',
  images: 'Pictures',
  shown: 'Shown in the shop',
  price: 'Price',
  mrp: 'MRP',
  stock: 'Pieces on the shelf',
};

/** 'Benefits, 2nd' from 'benefits.1.title'. */
export function nameOfPath(path: string): string {
  const [field = '', place] = path.split('.');
  const name = Object.entries(FIELD_NAMES).find(([key]) => key === field)?.[1] ?? field;
  return place === undefined ? name : `${name}, number ${Number(place) + 1}`;
}
