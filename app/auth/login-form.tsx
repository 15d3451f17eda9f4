import { useEffect, useRef, useState } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { isRefused, showAuthError } from '#app/shell/accounts/auth-error.ts';
import { useBusyText } from '#app/shell/session/proof-of-work.ts';
import { loadAuth } from '#app/shell/session/session.ts';
import { Button } from '#app/ui/button.tsx';
import { ENTER_TO_NEXT_FIELD } from '#app/ui/enter-to-next-field.ts';
import { Field } from '#app/ui/field.tsx';
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
  const { errors, isSubmitting } = form.formState;
  const { setFocus, getValues } = form;
  const busy = useBusyText(isSubmitting, 'Signing in...');
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
    try {
      const auth = await loadAuth();
      const { error } = await auth.signInWithPassword({ email, password });
      if (error) throw error;
    } catch (error) {
      showAuthError(error);
      if (error.code === 'email_not_confirmed') return onUnconfirmed(email);
      if (isRefused(error)) setFocus('password');
    }
  }

  return (
    // POST, so that a form submitted before hydration never puts a password into the URL.
    <form
      method="post"
      noValidate
      onSubmit={form.handleSubmit(signIn)}
      {...ENTER_TO_NEXT_FIELD}
      className="grid gap-5"
    >
      <Field
        id="email"
        label="Email"
        type="email"
        autoComplete="username"
        inputMode="email"
        aria-required
        error={errors.email?.message}
        {...form.register('email')}
      />
      <div className="grid">
        <PasswordField
          id="current-password"
          label="Password"
          autoComplete="current-password"
          error={errors.password?.message}
          {...form.register('password')}
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
      <Button ref={button} type="submit" busy={busy}>
        Sign In
      </Button>
    </form>
  );
}
