import type { UseFormReturn } from 'react-hook-form';
import { redirectUrl } from '#app/shell/accounts/emailed-link.ts';
import { useAuthForm } from '#app/shell/accounts/use-auth-form.ts';
import { rememberAccount } from '#app/shell/session/known-account.ts';
import { useBusyText } from '#app/shell/session/proof-of-work.ts';
import { loadAuth } from '#app/shell/session/session.ts';
import { Field } from '#app/ui/field.tsx';
import { Form, fieldOf } from '#app/ui/form.tsx';
import { NewPasswordFields } from '#app/ui/password-field.tsx';
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
  const sending = useAuthForm(form, {
    focus: 'email',
    fields: { weak_password: { field: 'password' } },
    tell: 'in a toast',
  });
  const busy = useBusyText(sending.busy, 'Creating account...');
  const [name, email, password] = form.watch(['full_name', 'email', 'password']);

  async function signUp({ full_name, email, password }: SignUp) {
    const auth = await loadAuth();
    const { data, error } = await auth.signUp({
      email,
      password,
      options: { data: { full_name }, emailRedirectTo: redirectUrl('/') },
    });
    if (error) throw error;
    rememberAccount();
    if (!data.user?.email_confirmed_at) return onPending({ email, password });
    showToast({ title: 'Account created! You can now sign in with your credentials.' });
    onCreated({ email, password });
  }

  return (
    <Form onSubmit={sending.submit(signUp)} submit="Create Account" busy={busy}>
      <Field
        id="full-name"
        label="Full Name"
        autoComplete="name"
        aria-required
        {...fieldOf(form, 'full_name')}
      />
      <Field
        id="email"
        label="Email"
        type="email"
        autoComplete="username"
        inputMode="email"
        aria-required
        {...fieldOf(form, 'email')}
      />
      <NewPasswordFields
        label="Password"
        typed={password}
        owner={{ name, email }}
        password={fieldOf(form, 'password', { deps: 'confirm_password' })}
        confirmation={fieldOf(form, 'confirm_password')}
      />
    </Form>
  );
}
