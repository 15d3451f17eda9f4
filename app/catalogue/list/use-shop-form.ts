import { type FormEvent, type RefObject, useEffect, useRef } from 'react';
import { CATEGORY_NAMES, SORT_NAMES } from '#app/catalogue/categories.ts';
import { useNavigate } from '#app/ui/link.js';
import type { ProductQuery } from '#contract/catalogue.ts';
import { asciiDigits, oneLine } from '#domain/text.ts';
import { shopAddress } from './shop-address.ts';

/** Delay between the last key press in the search field and the search. */
const SEARCH_DEBOUNCE_MS = 350;

/** Synchronizes the shop's form and its URL in both directions: input updates the URL, and Back updates the form. */
export function useShopForm(form: RefObject<HTMLFormElement | null>, filter: ProductQuery) {
  const navigate = useNavigate();
  const debounce = useRef<ReturnType<typeof setTimeout>>(undefined);
  // A changed filter starts at the first page of the list.
  const address = shopAddress({ ...filter, after: undefined });
  const written = useRef(address);
  const applied = useRef(filter);

  function apply() {
    clearTimeout(debounce.current);
    if (!form.current) return;
    const query = readShopForm(form.current);
    const wanted = shopAddress(query);
    applied.current = query;
    // Compared with the last requested list, not the visible one: it may still be loading.
    if (wanted === written.current) return;
    written.current = wanted;
    // `window.location` instead of the rendered location: a list that has just arrived has its history entry before
    // React has rendered it.
    const { pathname, search } = window.location;
    // Back to the visible list before the requested one arrived adds no history entry. Consecutive searches replace one
    // entry, so that typing with pauses adds only one.
    const isVisible = pathname + search === wanted;
    const isNextSearch = new URLSearchParams(search).has('search') && query.search !== undefined;
    navigate(wanted, { replace: isVisible || isNextSearch, preventScrollReset: true });
  }

  // The URL was changed by Back or a link, not by this form: updates the form.
  useEffect(() => {
    if (form.current && written.current !== address) {
      writeShopForm(form.current, filter);
      applied.current = filter;
    }
    written.current = address;
  }, [form, address, filter]);

  // Input before hydration, or restored by the browser on Back: updates the URL.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, after hydration
  useEffect(apply, []);

  useEffect(() => () => clearTimeout(debounce.current), []);

  /** Resets the fields of the filter sheet, so that choices that were not applied do not apply with the next search. */
  function discardChoices() {
    if (form.current) writeFilters(form.current, applied.current);
  }

  /** The browser reports that the sheet was closed in a later task, so a search may come before that. */
  function applyShown() {
    if (!form.current?.querySelector(':modal, :popover-open')) discardChoices();
    apply();
  }

  return {
    onChange(event: FormEvent<HTMLFormElement>) {
      if (!(event.target instanceof Element)) return;
      const field = event.target.getAttribute('name');
      clearTimeout(debounce.current);
      if (field === 'search') debounce.current = setTimeout(applyShown, SEARCH_DEBOUNCE_MS);
      if (field === 'sort') applyShown();
    },
    onSubmit(event: FormEvent<HTMLFormElement>) {
      event.preventDefault();
      closeKeyboard();
      applyShown();
    },
    /** Called when the filter sheet was closed. */
    onFiltersClosed: discardChoices,
  };
}

/** A phone's on-screen keyboard covers the list; it closes when its field loses the focus. */
function closeKeyboard() {
  const { activeElement } = document;
  const isOnPhone = window.matchMedia('(pointer: coarse)').matches;
  if (isOnPhone && activeElement instanceof HTMLInputElement) activeElement.blur();
}

/** The filter as entered in the shop's form. */
function readShopForm(form: HTMLFormElement): ProductQuery {
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
function writeShopForm(form: HTMLFormElement, filter: ProductQuery): void {
  setFields(form, { search: filter.search ?? '', sort: filter.sort });
  writeFilters(form, filter);
}

/** Sets the fields of the filter sheet. */
function writeFilters(
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
