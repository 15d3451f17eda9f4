import type { ZodMiniType } from 'zod/mini';
import * as z from 'zod/mini';
import { useVersionedDraft } from '#app/admin/draft.ts';
import { readCount, readRupees } from '#app/admin/read-rupees.ts';
import type { AdminProduct } from '#contract/admin/products.ts';
import { CATEGORIES } from '#contract/catalogue.ts';
import { codeText } from '#domain/text.ts';

const text = z.string();

/** The form as it is typed: numbers are texts, and fields may be incomplete. */
export const Draft = z.object({
  name: text,
  category: z.enum(CATEGORIES),
  weight: text,
  description: text,
  long_description: text,
  ingredients: text,
  taste: text,
  country_of_origin: text,
  benefits: z.array(z.object({ title: text, text })),
  brewing: z.array(z.object({ title: text, text })),
  certifications: z.array(text),
  contents: z.array(z.object({ count: text, item: text, grams: text })),
  images: z.array(z.object({ src: text, text })),
  shown: z.boolean(),
  /** For a new product only. */
  price: text,
  mrp: text,
  stock: text,
});
export type Draft = z.infer<typeof Draft>;

/** The initial price and stock, which the form of a saved product does not have. */
const UNPRICED = { price: '', mrp: '', stock: '' };

const EMPTY: Draft = {
  name: '',
  category: 'packaged',
  weight: '',
  description: '',
  long_description: '',
  ingredients: '',
  taste: '',
  country_of_origin: 'India',
  benefits: [],
  brewing: [],
  certifications: [],
  contents: [{ count: '1', item: '', grams: '' }],
  images: [],
  shown: false,
  ...UNPRICED,
  stock: '0',
};

/** The initial draft of a product's form; null: of a new one. */
function draftOf(product: AdminProduct | null): Draft {
  if (!product) return EMPTY;
  const contents = product.contents.map(({ count, item, grams }) => ({
    count: String(count),
    item,
    grams: grams === undefined ? '' : String(grams),
  }));
  return Draft.parse({ ...product, ...UNPRICED, contents });
}

/** The draft of a product's form; null: of a new product. */
export const useProductDraft = (product: AdminProduct | null) =>
  useVersionedDraft({
    name: `product:${product?.id ?? 'new'}`,
    schema: { form: Draft, version: z.number() },
    saved: product,
    read: (saved) => ({ form: draftOf(saved), version: saved?.version ?? 0 }),
  });
export type ProductDraft = ReturnType<typeof useProductDraft>;

/** The request of a draft; the contract's schema validates it. */
export function formOf({ price: _, mrp: __, stock: ___, ...draft }: Draft) {
  const contents = draft.contents.map(({ count, item, grams }) => ({
    count: readCount(count),
    item,
    ...(grams.trim() !== '' && { grams: Number(codeText(grams)) }),
  }));
  const certifications = draft.certifications.filter((line) => line.trim() !== '');
  return { ...draft, contents, certifications };
}

/** As `formOf`, with the additional fields of a new product. */
export function newFormOf(draft: Draft) {
  return {
    ...formOf(draft),
    price: readRupees(draft.price),
    mrp: readRupees(draft.mrp),
    stock: readCount(draft.stock),
  };
}

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
