import { type RefObject, useEffect, useEffectEvent } from 'react';
import { useLocation } from 'react-router';
import { useSession } from '#app/shell/session/session.ts';

/**
 * Fills in the name and email of the signed-in visitor, and the order named by a hash like '#order=AP-7KQ-M2X', unless
 * something has been typed. The hash is not sent to the server: the document is the same for everybody. `loadName`
 * reads the account's name; if it fails, the field stays empty. `onOrder` is called when the hash named an order.
 */
export function usePrefill(
  form: RefObject<HTMLFormElement | null>,
  { loadName, onOrder }: { loadName: () => Promise<string>; onOrder: () => void },
): void {
  const session = useSession();
  const email = session.status === 'signed-in' ? session.user.email : null;
  const { hash } = useLocation();
  const order = /^#order=(AP-\w{3}-\w{3})$/.exec(hash)?.[1];
  const showOrder = useEffectEvent(onOrder);

  useEffect(() => {
    if (email === null) return;
    const undo = [fill(form.current, 'email', email)];
    let cancelled = false;
    loadName().then(
      (name) => {
        if (!cancelled) undo.push(fill(form.current, 'name', name));
      },
      () => {},
    );
    // After signing out on this page, the next visitor on this device may be somebody else.
    return () => {
      cancelled = true;
      for (const each of undo) each();
    };
  }, [form, email, loadName]);

  useEffect(() => {
    if (!order || email === null) return;
    const undo = fill(form.current, 'subject', `Order #${order}`);
    showOrder();
    return undo;
  }, [form, email, order]);
}

/**
 * Fills a field, unless it has a value or the focus.
 *
 * @returns a function that empties the field again, unless it was edited.
 */
function fill(form: HTMLFormElement | null, name: string, value: string): () => void {
  const field = form?.elements.namedItem(name);
  if (!(field instanceof HTMLInputElement)) return () => {};
  if (field.value !== '' || field === document.activeElement) return () => {};
  field.value = value;
  return () => {
    if (field.value === value) field.value = '';
  };
}
