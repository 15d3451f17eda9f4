import { type ComponentType, useEffect, useRef, useState } from 'react';
import { UNREACHABLE } from '#app/shell/api/unreachable.ts';
import { reloadOnce } from '#app/shell/document/reload-once.ts';
import { onFirstInteraction } from '#app/ui/on-first-interaction.ts';
import { showError } from '#app/ui/toast.tsx';
import type { AddressFormProps } from './address-form.tsx';

type AddressFormRequest = {
  /** Whether to show the form now. */
  open: boolean;
  /** Whether the shopper will need it next: then it is downloaded at once. */
  willNeed: boolean;
  /** Called when the form should be shown but could not be downloaded, after an error was shown. */
  onClose: () => void;
};

/**
 * The address form, or null until it is downloaded. Its validation is 25 kB, which a shopper who only selects a saved
 * address does not need: it is downloaded when it is needed, or after the first interaction with the page. If the
 * server is reachable but the download fails, the page is of an earlier build and is reloaded: nothing has been typed
 * yet.
 */
export function useAddressForm({
  open,
  willNeed,
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
    if (!open && !willNeed) return onFirstInteraction(preload);
    if (!open) return preload();
    let cancelled = false;
    download().catch(async () => {
      const reachable = await isReachable();
      if (cancelled || (reachable && reloadOnce())) return;
      showError(UNREACHABLE);
      close.current();
    });
    return () => {
      cancelled = true;
    };
  }, [Form, open, willNeed]);
  return Form;
}

const isReachable = () =>
  fetch(window.location.href, { method: 'HEAD', cache: 'no-store' }).then(
    ({ ok }) => ok,
    () => false,
  );
