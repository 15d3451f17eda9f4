import { type FormEvent, type RefObject, useEffect, useRef } from 'react';
import { useNavigate } from 'react-router';
import type { ProductQuery } from '#contract/catalogue.ts';
import { shopAddress } from './shop-address.ts';
import { readShopForm, writeShopForm } from './shop-form.ts';

/** How long typing rests before it is searched for, in milliseconds. */
const PAUSE = 350;

/**
 * Keeps the shop's form and its address in step, both ways: what is typed or chosen goes to the address,
 * and Back brings the form to what the address says.
 */
export function useShopForm(form: RefObject<HTMLFormElement | null>, filter: ProductQuery) {
  const navigate = useNavigate();
  const pause = useRef<ReturnType<typeof setTimeout>>(undefined);
  // Whatever page of the list is open: what the form says begins at the first.
  const address = shopAddress({ ...filter, after: undefined });
  const written = useRef(address);
  const shown = useRef(filter);

  function apply() {
    clearTimeout(pause.current);
    if (!form.current) return;
    const query = readShopForm(form.current);
    const wanted = shopAddress(query);
    // Not with what is shown: the list that was asked for last may still be on its way.
    if (wanted === written.current) return;
    written.current = wanted;
    if (wanted === shopAddress({ ...shown.current, after: undefined })) {
      // Back at what is shown before the other list came: that one is called off, and was no step.
      navigate(shopAddress(shown.current), { replace: true, preventScrollReset: true });
      return;
    }
    // One search is one step back, however many pauses the typing had.
    const replace = shown.current.search !== undefined && query.search !== undefined;
    navigate(wanted, { replace, preventScrollReset: true });
  }

  // The address moved by Back or a link, not by this form: the form catches up.
  useEffect(() => {
    if (form.current && written.current !== address) writeShopForm(form.current, filter);
    written.current = address;
    shown.current = filter;
  }, [form, address, filter]);

  // Typed or chosen before the page came alive, or by the browser's own Back: the address catches up.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the page comes alive
  useEffect(apply, []);

  useEffect(() => () => clearTimeout(pause.current), []);

  return {
    onChange(event: FormEvent<HTMLFormElement>) {
      if (!(event.target instanceof Element)) return;
      const field = event.target.getAttribute('name');
      clearTimeout(pause.current);
      if (field === 'search') pause.current = setTimeout(apply, PAUSE);
      if (field === 'sort') apply();
    },
    onSubmit(event: FormEvent<HTMLFormElement>) {
      event.preventDefault();
      apply();
    },
  };
}
