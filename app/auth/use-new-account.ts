import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import type { LoginForm } from '#contract/auth.ts';

/** How long a new account's password stays filled in in the login form, in milliseconds. */
const LIFETIME_MS = 5 * 60_000;

/**
 * Fills the login form with the email and password of the account that was just created, so that one tap signs in. The
 * password is only kept in memory, and cleared after five minutes.
 *
 * @param isShown whether the login form is visible
 * @param onForget called with the password when it is cleared, to clear it elsewhere on the page too
 * @returns `box`, the ref of the element that is scrolled into view, and `fillIn`.
 */
export function useNewAccount(
  login: UseFormReturn<LoginForm>,
  isShown: boolean,
  onForget: (password: string) => void,
) {
  const box = useRef<HTMLDivElement>(null);
  const [created, setCreated] = useState<LoginForm | null>(null);

  useEffect(() => {
    if (created && isShown && box.current) scrollIntoView(box.current);
  }, [created, isShown]);

  const onForgetNow = useEffectEvent(onForget);

  useEffect(() => {
    if (!created) return;
    const forget = () => {
      if (login.getValues('password') === created.password) login.setValue('password', '');
      onForgetNow(created.password);
      setCreated(null);
    };
    const timer = setTimeout(forget, LIFETIME_MS);
    // The back/forward cache would keep the page with the password.
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

/**
 * Scrolls to the top, then down only as far as needed: the page may be scrolled far down, because the sign-up form is
 * longer.
 */
function scrollIntoView(element: HTMLElement) {
  window.scrollTo(0, 0);
  if (element.offsetHeight < window.innerHeight) element.scrollIntoView({ block: 'nearest' });
}
