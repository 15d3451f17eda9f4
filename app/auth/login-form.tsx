import { useEffect } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { showAuthFailure } from '#app/shell/auth-failure.ts';
import { loadAuth } from '#app/shell/session.ts';
import { Button } from '#app/ui/button.tsx';
import { Field } from '#app/ui/field.tsx';
import type { LoginForm as Login } from '#contract/auth.ts';
import { PasswordField } from './password-field.tsx';

type LoginFormProps = {
  form: UseFormReturn<Login>;
  /** The e-mail is known, from signing up: the password is what comes next. */
  atPassword: boolean;
};

/** Signs in. The page moves on when the session is there; a failure leaves everything as it was typed. */
export function LoginForm({ form, atPassword }: LoginFormProps) {
  const { errors, isSubmitting } = form.formState;
  const { setFocus } = form;
  useEffect(() => {
    if (atPassword) setFocus('password');
  }, [atPassword, setFocus]);

  async function signIn({ email, password }: Login) {
    try {
      const auth = await loadAuth();
      const { error } = await auth.signInWithPassword({ email, password });
      if (error) throw error;
    } catch (error) {
      if (!(error instanceof Error)) throw error;
      showAuthFailure(error);
      setFocus('password');
    }
  }

  return (
    // POST, so that a form sent before the page is ready never carries a password in its address.
    <form method="post" noValidate onSubmit={form.handleSubmit(signIn)} className="grid gap-5">
      <Field
        label="Email"
        type="email"
        autoComplete="username"
        inputMode="email"
        aria-required
        error={errors.email?.message}
        {...form.register('email')}
      />
      <PasswordField
        label="Password"
        autoComplete="current-password"
        error={errors.password?.message}
        {...form.register('password')}
      />
      <Button type="submit" busy={isSubmitting && 'Signing in...'}>
        Sign In
      </Button>
    </form>
  );
}
