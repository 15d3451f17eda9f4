import { zodResolver } from '@hookform/resolvers/zod';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { Navigate, useLocation, useSearchParams } from 'react-router';
import { SessionSpinner } from '#app/shell/guard.tsx';
import { useHydrated } from '#app/shell/hydrated.ts';
import { returnPath } from '#app/shell/return-path.ts';
import { useSession } from '#app/shell/session.ts';
import { privateMeta } from '#app/shell/site-meta.ts';
import { Card } from '#app/ui/card.tsx';
import { Tabs } from '#app/ui/tabs.tsx';
import { LoginForm as Login, SignUpForm as SignUp } from '#contract/auth.ts';
import { LoginForm } from './login-form.tsx';
import { SignUpForm } from './sign-up-form.tsx';

export function meta() {
  return privateMeta('Sign in');
}

/** /auth: Login and Sign Up. Whoever is signed in, or becomes so, moves on. */
export default function AuthPage() {
  const session = useSession();
  const hydrated = useHydrated();
  const { state } = useLocation();
  const [search, setSearch] = useSearchParams();
  // Kept here and not in the forms: what was typed outlives a look at the other tab.
  const login = useForm<Login>({ resolver: zodResolver(Login) });
  const signUp = useForm<SignUp>({ resolver: zodResolver(SignUp) });
  const [created, setCreated] = useState(false);

  if (hydrated && session.status === 'loading') return <SessionSpinner />;
  if (session.status === 'signed-in') return <Navigate to={returnPath(state)} replace />;

  // The server's document is one for every query, so the query counts from then on.
  const selected = hydrated && search.get('tab') === 'sign-up' ? 'sign-up' : 'login';

  function open(tab: 'login' | 'sign-up') {
    setSearch(tab === 'login' ? {} : { tab }, { replace: true, state, preventScrollReset: true });
  }

  function signInNext(email: string) {
    login.setValue('email', email);
    signUp.reset();
    setCreated(true);
    open('login');
  }

  return (
    <div
      className={`container max-w-lg py-10 sm:py-16 ${hydrated ? '' : '[html[data-session]_&]:invisible'}`}
    >
      <h1 className="mb-2 text-center text-3xl">Welcome</h1>
      <p className="mb-8 text-center text-muted">Sign in to see your cart and your orders.</p>
      <Card>
        <Tabs
          label="Login or Sign Up"
          selected={selected}
          onSelect={open}
          tabs={[
            {
              id: 'login',
              title: 'Login',
              content: selected === 'login' && <LoginForm form={login} atPassword={created} />,
            },
            {
              id: 'sign-up',
              title: 'Sign Up',
              content: selected === 'sign-up' && (
                <SignUpForm form={signUp} onCreated={signInNext} />
              ),
            },
          ]}
        />
      </Card>
    </div>
  );
}
