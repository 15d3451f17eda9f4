import { type FormEvent, type RefObject, useEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import { useNavigate } from '#app/ui/link.js';
import type { ProductQuery } from '#contract/catalogue.ts';
import { shopAddress } from './shop-address.ts';
import { readShopForm, writeFilters, writeShopForm } from './shop-form.ts';

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
  const { search } = useLocation();
  const shown = useRef({ filter, search });

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
    const entry = window.location.search;
    const { filter, search } = shown.current;
    if (entry === search && wanted === shopAddress({ ...filter, after: undefined })) {
      // Back to the visible list before the requested one arrived: cancels the request and adds no history entry.
      navigate(shopAddress(filter), { replace: true, preventScrollReset: true });
      return;
    }
    // Consecutive searches replace one history entry, so that typing with pauses adds only one.
    const replace = new URLSearchParams(entry).has('search') && query.search !== undefined;
    navigate(wanted, { replace, preventScrollReset: true });
  }

  // The URL was changed by Back or a link, not by this form: updates the form.
  useEffect(() => {
    if (form.current && written.current !== address) {
      writeShopForm(form.current, filter);
      applied.current = filter;
    }
    written.current = address;
    shown.current = { filter, search };
  }, [form, address, filter, search]);

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
