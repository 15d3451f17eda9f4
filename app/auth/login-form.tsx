import { useEffect, useRef, useState } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { showAuthError } from '#app/shell/accounts/auth-error.ts';
import { useAuthForm } from '#app/shell/accounts/use-auth-form.ts';
import { useBusyText } from '#app/shell/session/proof-of-work.ts';
import { loadAuth } from '#app/shell/session/session.ts';
import { Field } from '#app/ui/field.tsx';
import { Form, fieldOf } from '#app/ui/form.tsx';
import { Link } from '#app/ui/link.js';
import { PasswordField } from '#app/ui/password-field.tsx';
import type { LoginForm as Login } from '#contract/auth.ts';

type LoginFormProps = {
  form: UseFormReturn<Login>;
  /**
   * Whether the email is known, and after signing up the password too: then the focus goes to the next empty field, or
   * to the button.
   */
  emailKnown: boolean;
  /** The password is correct, but the address is not confirmed yet. */
  onUnconfirmed: (email: string) => void;
};

/** Signs in. The page redirects once the session exists; a failure keeps the input. */
export function LoginForm({ form, emailKnown, onUnconfirmed }: LoginFormProps) {
  const { setFocus, getValues } = form;
  const sending = useAuthForm(form, { focus: 'password', tell: 'in a toast' });
  const busy = useBusyText(sending.busy, 'Signing in...');
  const [typed, setTyped] = useState('');
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (!emailKnown) return;
    if (getValues('password')) button.current?.focus({ preventScroll: true });
    else setFocus('password');
  }, [emailKnown, setFocus, getValues]);

  /**
   * Copies the email into the link's state when the link is about to be followed: typing before hydration fires no
   * React events, so it cannot be followed as it is typed.
   */
  function rememberEmail() {
    setTyped(getValues('email'));
  }

  async function signIn({ email, password }: Login) {
    const auth = await loadAuth();
    const { error } = await auth.signInWithPassword({ email, password });
    if (error?.code === 'email_not_confirmed') {
      showAuthError(error);
      onUnconfirmed(email);
    } else if (error) throw error;
  }

  return (
    <Form onSubmit={sending.submit(signIn)} submit="Sign In" busy={busy} submitRef={button}>
      <Field
        id="email"
        label="Email"
        type="email"
        autoComplete="username"
        inputMode="email"
        aria-required
        {...fieldOf(form, 'email')}
      />
      <div className="grid">
        <PasswordField
          id="current-password"
          label="Password"
          autoComplete="current-password"
          {...fieldOf(form, 'password')}
        />
        <Link
          to="/forgot-password"
          state={{ email: typed }}
          onPointerDown={rememberEmail}
          onFocus={rememberEmail}
          className="-mb-2 inline-flex min-h-11 w-fit items-center justify-self-end rounded-sm text-sm font-semibold text-primary"
        >
          Forgot password?
        </Link>
      </div>
    </Form>
  );
}
