import { type RefObject, useEffect, useEffectEvent } from 'react';
import { useLocation } from 'react-router';
import { useSession } from '#app/shell/session/session.ts';

/**
 * Fills in who is signed in, and the order that '#order=AP-7KQ-M2X' names, where nothing has been typed. The hash stays
 * in the browser: the page is the same for everybody. `loadName` reads the account's name; if it fails, the name is
 * typed. `onOrder` is called when an order was named.
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
    const takeBack = [fill(form.current, 'email', email)];
    let left = false;
    loadName().then(
      (name) => {
        if (!left) takeBack.push(fill(form.current, 'name', name));
      },
      () => {},
    );
    // Signed out on this page: the next one at this device is somebody else.
    return () => {
      left = true;
      for (const each of takeBack) each();
    };
  }, [form, email, loadName]);

  useEffect(() => {
    if (!order || email === null) return;
    const takeBack = fill(form.current, 'subject', `Order #${order}`);
    showOrder();
    return takeBack;
  }, [form, email, order]);
}

/** Not a field in which somebody is about to type. @returns what empties the field again, unless it was edited. */
function fill(form: HTMLFormElement | null, name: string, value: string): () => void {
  const field = form?.elements.namedItem(name);
  if (!(field instanceof HTMLInputElement)) return () => {};
  if (field.value !== '' || field === document.activeElement) return () => {};
  field.value = value;
  return () => {
    if (field.value === value) field.value = '';
  };
}
