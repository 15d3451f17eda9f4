import { useEffect, useRef, useState } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import type { LoginForm } from '#contract/auth.ts';

/** How long a new account's password stands in the login form, in milliseconds. */
const LIFETIME_MS = 5 * 60_000;

/**
 * Hands what was just signed up with over to the login form, so that one tap signs in. The password is nowhere but in
 * this page's memory, and is gone with the page or after five minutes.
 *
 * @param isShown whether the login form is what is shown
 * @returns `box`, for the element that is brought into view with the form.
 */
export function useNewAccount(login: UseFormReturn<LoginForm>, isShown: boolean) {
  const box = useRef<HTMLDivElement>(null);
  const [created, setCreated] = useState<LoginForm | null>(null);

  useEffect(() => {
    if (created && isShown && box.current) showWhole(box.current);
  }, [created, isShown]);

  useEffect(() => {
    if (!created) return;
    const forget = () => {
      if (login.getValues('password') === created.password) login.setValue('password', '');
      setCreated(null);
    };
    const timer = setTimeout(forget, LIFETIME_MS);
    // Browsers keep a page that is left, as it was, for the way back.
    window.addEventListener('pagehide', forget);
    return () => {
      clearTimeout(timer);
      window.removeEventListener('pagehide', forget);
    };
  }, [created, login]);

  return {
    box,
    fillIn(account: LoginForm) {
      login.setValue('email', account.email);
      login.setValue('password', account.password);
      setCreated(account);
    },
  };
}

/** The form before it was longer, and scrolled. From the top of the page, as far down as it takes. */
function showWhole(element: HTMLElement) {
  window.scrollTo(0, 0);
  if (element.offsetHeight < window.innerHeight) element.scrollIntoView({ block: 'nearest' });
}
