import type { UseFormReturn } from 'react-hook-form';
import { isRefused, showAuthError } from '#app/shell/accounts/auth-error.ts';
import { redirectUrl } from '#app/shell/accounts/emailed-link.ts';
import { rememberAccount } from '#app/shell/session/known-account.ts';
import { useBusyText } from '#app/shell/session/proof-of-work.ts';
import { loadAuth } from '#app/shell/session/session.ts';
import { Button } from '#app/ui/button.tsx';
import { ENTER_TO_NEXT_FIELD } from '#app/ui/enter-to-next-field.ts';
import { Field } from '#app/ui/field.tsx';
import { NewPasswordField, PasswordField } from '#app/ui/password-field.tsx';
import { showToast } from '#app/ui/toast.tsx';
import type { SignUpForm as SignUp } from '#contract/auth.ts';

type SignUpFormProps = {
  form: UseFormReturn<SignUp>;
  /** The account exists; signing up opens no session, so the shopper signs in next. */
  onCreated: (created: { email: string; password: string }) => void;
  /** The account exists once the email is confirmed. This does not reveal whether it existed before. */
  onPending: (created: { email: string; password: string }) => void;
};

/** Creates an account. A failure keeps the input. */
export function SignUpForm({ form, onCreated, onPending }: SignUpFormProps) {
  const { errors, isSubmitting } = form.formState;
  const busy = useBusyText(isSubmitting, 'Creating account...');
  const [name, email, password] = form.watch(['full_name', 'email', 'password']);

  async function signUp({ full_name, email, password }: SignUp) {
    try {
      const auth = await loadAuth();
      const { data, error } = await auth.signUp({
        email,
        password,
        options: { data: { full_name }, emailRedirectTo: redirectUrl('/') },
      });
      if (error) throw error;
      rememberAccount();
      if (!data.user?.email_confirmed_at) return onPending({ email, password });
    } catch (error) {
      showAuthError(error);
      const field = error.code === 'weak_password' ? 'password' : 'email';
      if (field === 'password') form.setError(field, { message: error.message });
      if (isRefused(error)) form.setFocus(field);
      return;
    }
    showToast({ title: 'Account created! You can now sign in with your credentials.' });
    onCreated({ email, password });
  }

  return (
    <form
      method="post"
      noValidate
      onSubmit={form.handleSubmit(signUp)}
      {...ENTER_TO_NEXT_FIELD}
      className="grid gap-5"
    >
      <Field
        id="full-name"
        label="Full Name"
        autoComplete="name"
        aria-required
        error={errors.full_name?.message}
        {...form.register('full_name')}
      />
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
      <NewPasswordField
        id="new-password"
        label="Password"
        typed={password}
        owner={{ name, email }}
        error={errors.password?.message}
        {...form.register('password', { deps: 'confirm_password' })}
      />
      <PasswordField
        id="confirm-password"
        label="Confirm Password"
        autoComplete="new-password"
        error={errors.confirm_password?.message}
        {...form.register('confirm_password')}
      />
      <Button type="submit" busy={busy}>
        Create Account
      </Button>
    </form>
  );
}
