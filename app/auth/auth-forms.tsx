import { zodResolver } from '@hookform/resolvers/zod';
import { useEffect, useState } from 'react';
import { useForm } from 'react-hook-form';
import { useLocation, useSearchParams } from 'react-router';
import {
  readEmailedLink,
  requestConfirmation,
  typedEmail,
} from '#app/shell/accounts/emailed-link.ts';
import { useHydrated } from '#app/shell/document/use-hydrated.ts';
import { knowsAccount } from '#app/shell/session/known-account.ts';
import { returnPath } from '#app/shell/session/return-path.ts';
import { Card } from '#app/ui/card.tsx';
import { Tabs } from '#app/ui/tabs.tsx';
import { LoginForm as Login, SignUpForm as SignUp } from '#contract/auth.ts';
import { CheckEmail } from './email-request.tsx';
import { LoginForm } from './login-form.tsx';
import { NarrowLayout } from './narrow-layout.tsx';
import { SignUpForm } from './sign-up-form.tsx';
import { useNewAccount } from './use-new-account.ts';

/** The tabs Login and Sign Up, and 'Check your email' while an address has to be confirmed before its account opens. */
export function AuthForms() {
  const hydrated = useHydrated();
  const { state } = useLocation();
  const [search, setSearch] = useSearchParams();
  const email = typedEmail(state);
  // The state of both forms is here, so that switching tabs and waiting for the email keep the input.
  const login = useForm<Login>({
    resolver: zodResolver(Login),
    // No initial value unless there is one: it would replace what was typed before hydration.
    ...(email && { defaultValues: { email } }),
  });
  const signUp = useForm<SignUp>({ resolver: zodResolver(SignUp) });
  const [emailKnown, setEmailKnown] = useState(email !== '');

  // The server renders one cached document for every query, history state and browser, so these apply only after
  // hydration.
  const selected = hydrated ? (tabIn(search) ?? firstTab(state)) : 'sign-up';
  const [unconfirmed, setUnconfirmed] = useState<Unconfirmed | null>(null);
  const newAccount = useNewAccount(login, selected === 'login' && !unconfirmed, forgetSignUp);
  const [isChangingAddress, setChangingAddress] = useState(false);
  useEffect(() => {
    if (isChangingAddress) signUp.setFocus('email', { shouldSelect: true });
  }, [isChangingAddress, signUp]);

  function selectTab(tab: Tab) {
    const query = tab === firstTab(state) ? undefined : { tab };
    setSearch(query, { replace: true, state, preventScrollReset: true });
  }

  function signInNext(created: Login) {
    newAccount.fillIn(created);
    signUp.reset();
    setEmailKnown(true);
    selectTab('login');
  }

  function confirmNext(created: Login) {
    newAccount.fillIn(created);
    setEmailKnown(true);
    setChangingAddress(false);
    setUnconfirmed({ email: created.email, isNew: true });
  }

  function forgetSignUp(password: string) {
    if (signUp.getValues('password') !== password) return; // the password was changed since
    signUp.resetField('password');
    signUp.resetField('confirm_password');
  }

  function changeAddress() {
    selectTab('sign-up'); // since the account was created, Login is first
    setUnconfirmed(null);
    setChangingAddress(true);
  }

  if (unconfirmed) {
    return (
      <NarrowLayout>
        <CheckEmail
          onResend={() => requestConfirmation(unconfirmed.email)}
          onBack={() => setUnconfirmed(null)}
          {...(unconfirmed.isNew && { onOther: changeAddress })}
        >
          <p>
            We have sent a link to{' '}
            <strong translate="no" className="wrap-anywhere text-foreground">
              {unconfirmed.email}
            </strong>
            . Open it to confirm your email. Then your account is ready.
          </p>
        </CheckEmail>
      </NarrowLayout>
    );
  }

  return (
    <div
      className={`page-width max-w-lg py-10 sm:py-16 ${hydrated ? '' : '[html:is([data-session],[data-account])_&]:invisible'}`}
    >
      <h1 className="mb-2 text-center text-3xl">Welcome</h1>
      <p className="mb-8 text-center text-muted">{hydrated ? introText(state) : DEFAULT_INTRO}</p>
      <Card ref={newAccount.box}>
        <Tabs
          label="Login or Sign Up"
          selected={selected}
          onSelect={selectTab}
          tabs={[
            {
              id: 'login',
              title: 'Login',
              content: selected === 'login' && (
                <LoginForm
                  form={login}
                  emailKnown={emailKnown}
                  onUnconfirmed={(email) => {
                    newAccount.fillIn(login.getValues());
                    setUnconfirmed({ email, isNew: false });
                  }}
                />
              ),
            },
            {
              id: 'sign-up',
              title: 'Sign Up',
              content: selected === 'sign-up' && (
                <SignUpForm form={signUp} onCreated={signInNext} onPending={confirmNext} />
              ),
            },
          ]}
        />
      </Card>
    </div>
  );
}

type Tab = 'login' | 'sign-up';

function tabIn(search: URLSearchParams): Tab | undefined {
  const tab = search.get('tab');
  return tab === 'login' || tab === 'sign-up' ? tab : undefined;
}

/** Sign Up first, except for somebody who has an account as far as this browser can tell. */
function firstTab(state: unknown): Tab {
  const hasAccount = typedEmail(state) !== '' || has(state, 'ended') || isChangingEmail(state);
  return hasAccount || knowsAccount() ? 'login' : 'sign-up';
}

/** An email that has to be confirmed, and whether its account was created on this page just now. */
type Unconfirmed = { email: string; isNew: boolean };

const DEFAULT_INTRO = 'One account for your cart and your orders.';

function introText(state: unknown): string {
  if (isChangingEmail(state)) return 'Please sign in first, to confirm the change of your email.';
  if (has(state, 'itemKept')) return 'Your tea is kept.';
  if (has(state, 'ended')) return 'You were signed out on this device. Please sign in again.';
  return DEFAULT_INTRO;
}

/**
 * Whether the location's state says why it led here: `itemKept` from Add to Cart (app/cart/add-to-cart.ts), `ended` from
 * the guard when a session has ended, for example by a change made on another device.
 */
function has(state: unknown, reason: 'itemKept' | 'ended'): boolean {
  return typeof state === 'object' && state !== null && reason in state;
}

/** Whether an emailed link opened a page that requires a session, which redirected here. */
function isChangingEmail(state: unknown): boolean {
  const [, search = ''] = returnPath(state).split('?');
  return readEmailedLink({ search, hash: '' }, ['email_change']) !== null;
}
