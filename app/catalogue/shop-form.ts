import type { ProductQuery } from '#contract/catalogue.ts';
import { CATEGORY_NAMES, SORT_NAMES } from './categories.ts';

/** What the shop's form asks for as it stands. */
export function readShopForm(form: HTMLFormElement): ProductQuery {
  const fields = new FormData(form);
  const text = (name: string) => String(fields.get(name) ?? '').trim();
  return {
    search: text('search') || undefined,
    category: keyOf(CATEGORY_NAMES, text('category')),
    sort: keyOf(SORT_NAMES, text('sort')) ?? 'popularity',
  };
}

/** Brings the form to what an address asks for. */
export function writeShopForm(
  form: HTMLFormElement,
  { search, category, sort }: ProductQuery,
): void {
  const values = { search: search ?? '', category: category ?? 'all', sort };
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

function keyOf<Key extends string>(names: Record<Key, string>, value: string): Key | undefined {
  const isKey = (key: string): key is Key => Object.hasOwn(names, key);
  return isKey(value) ? value : undefined;
}
