import { type ComponentType, useEffect, useRef, useState } from 'react';
import { UNREACHABLE } from '#app/shell/api/unreachable.ts';
import { reloadOnce } from '#app/shell/document/reload-once.ts';
import { onFirstInteraction } from '#app/ui/on-first-interaction.ts';
import { showError } from '#app/ui/toast.tsx';
import type { AddressFormProps } from './address-form.tsx';

type AddressFormRequest = {
  /** True when the form is to be shown now. */
  open: boolean;
  /** True when the shopper will need it next. */
  soon: boolean;
  /** Called when the form was to be shown and could not be downloaded; the shopper has been told. */
  onClose: () => void;
};

/**
 * The form for an address, or null until it is downloaded. It brings 25 kB of validation, which a shopper who only chooses
 * one of the saved addresses does not need: it is downloaded when it is needed, or once the shopper has touched the page.
 * If the shop answers but has not the file, the page is of a former build and reloaded: nothing was typed yet.
 */
export function useAddressForm({
  open,
  soon,
  onClose,
}: AddressFormRequest): ComponentType<AddressFormProps> | null {
  const [Form, setForm] = useState<ComponentType<AddressFormProps> | null>(null);
  const close = useRef(onClose);
  useEffect(() => {
    close.current = onClose;
  });
  useEffect(() => {
    if (Form) return;
    const download = () =>
      import('./address-form.tsx').then(({ AddressForm }) => setForm(() => AddressForm));
    const preload = () => void download().catch(() => {});
    if (!open && !soon) return onFirstInteraction(preload);
    if (!open) return preload();
    let left = false;
    download().catch(async () => {
      const reachable = await isReachable();
      if (left || (reachable && reloadOnce())) return;
      showError(UNREACHABLE);
      close.current();
    });
    return () => {
      left = true;
    };
  }, [Form, open, soon]);
  return Form;
}

const isReachable = () =>
  fetch(window.location.href, { method: 'HEAD', cache: 'no-store' }).then(
    ({ ok }) => ok,
    () => false,
  );
