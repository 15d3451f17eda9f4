import { CATEGORY_NAMES, SORT_NAMES } from '#app/catalogue/categories.ts';
import type { ProductQuery } from '#contract/catalogue.ts';
import { asciiDigits, oneLine } from '#domain/text.ts';

/** The filter as entered in the shop's form. */
export function readShopForm(form: HTMLFormElement): ProductQuery {
  const fields = new FormData(form);
  const text = (name: string) => oneLine(String(fields.get(name) ?? ''));
  return {
    search: text('search') || undefined,
    category: keyOf(CATEGORY_NAMES, text('category')),
    min_price: parseRupees(text('min_price')),
    max_price: parseRupees(text('max_price')),
    sort: keyOf(SORT_NAMES, text('sort')) ?? 'popularity',
  };
}

/** Sets the form's fields to the filter of a URL. */
export function writeShopForm(form: HTMLFormElement, filter: ProductQuery): void {
  setFields(form, { search: filter.search ?? '', sort: filter.sort });
  writeFilters(form, filter);
}

/** Sets the fields of the filter sheet. */
export function writeFilters(
  form: HTMLFormElement,
  { category, min_price, max_price }: Pick<ProductQuery, 'category' | 'min_price' | 'max_price'>,
): void {
  setFields(form, {
    category: category ?? 'all',
    min_price: min_price?.toString() ?? '',
    max_price: max_price?.toString() ?? '',
  });
}

function setFields(form: HTMLFormElement, values: Record<string, string>): void {
  for (const [name, value] of Object.entries(values)) {
    const field = form.elements.namedItem(name);
    if (
      field instanceof HTMLInputElement ||
      field instanceof HTMLSelectElement ||
      field instanceof RadioNodeList
    ) {
      field.value = value;
    }
  }
}

/** Parses a typed price: '₹1,299' is 1299, without decimals. Undefined (no limit) for a text without digits. */
function parseRupees(text: string): number | undefined {
  const digits = asciiDigits(text)
    .replace(/\.\d*$|\D/g, '')
    .slice(0, 7);
  return digits === '' ? undefined : Number(digits);
}

function keyOf<Key extends string>(names: Record<Key, string>, value: string): Key | undefined {
  const isKey = (key: string): key is Key => Object.hasOwn(names, key);
  return isKey(value) ? value : undefined;
}
