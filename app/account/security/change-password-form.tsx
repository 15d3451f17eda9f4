import { useForm } from 'react-hook-form';
import { refetchSessions } from '#app/account/use-factors.ts';
import { newPasswordErrors, useAuthForm } from '#app/shell/accounts/use-auth-form.ts';
import { Form, fieldOf } from '#app/ui/form.tsx';
import { NewPasswordFields, PasswordField, UsernameForManagers } from '#app/ui/password-field.tsx';
import { showToast } from '#app/ui/toast.tsx';
import { PASSWORDS_DIFFER, passwordLengthProblem } from '#domain/password.ts';

type Typed = { current_password: string; new_password: string; confirm_password: string };

/**
 * Changes the password. The server checks the current one (decision 012). Its rules are those of `contract/auth.ts`,
 * but without a schema: this form is in the page from the start, and the schemas are 10 kB that only dialogs need.
 */
export function ChangePasswordForm({ email }: { email: string }) {
  const form = useForm<Typed>();
  const sending = useAuthForm(form, {
    focus: 'current_password',
    fields: {
      ...newPasswordErrors('new_password'),
      current_password_invalid: { field: 'current_password' },
    },
    tell: 'in a toast',
  });

  async function change({ current_password, new_password }: Typed) {
    await changePassword({ password: new_password, current_password });
    form.reset();
    showToast({
      title: 'Password updated',
      description: 'Your password has been updated successfully.',
    });
  }

  return (
    <Form
      onSubmit={sending.submit(change)}
      submit="Update Password"
      busy={sending.busy && 'Updating...'}
      submitClass="justify-self-start"
      className="grid max-w-md gap-5"
    >
      <UsernameForManagers email={email} />
      <PasswordField
        label="Current Password"
        autoComplete="current-password"
        {...fieldOf(form, 'current_password', { required: 'Current password is required' })}
      />
      <NewPasswordFields
        label="New Password"
        typed={form.watch('new_password')}
        owner={{ email }}
        password={fieldOf(form, 'new_password', {
          validate: passwordLengthProblem,
          deps: 'confirm_password',
        })}
        confirmation={fieldOf(form, 'confirm_password', {
          validate: (typed, { new_password }) => typed === new_password || PASSWORDS_DIFFER,
        })}
      />
    </Form>
  );
}

type NewPassword = { current_password: string; password: string };

/**
 * Changes the password. Every other session ends, and so does a stolen copy of this one.
 *
 * @throws the auth server's error.
 */
async function changePassword(change: NewPassword): Promise<void> {
  try {
    const { replaceTokens } = await import('#app/shell/session/replace-tokens.ts');
    await replaceTokens('/user/password', change);
  } finally {
    // Also after a failure: the response may have been lost.
    void refetchSessions();
  }
}
