import { useForm } from 'react-hook-form';
import { refetchSessions } from '#app/account/use-factors.ts';
import { isNewPasswordError, isRefused, showAuthError } from '#app/shell/accounts/auth-error.ts';
import { ACCOUNTS_URL, documentMeta } from '#app/shell/session/accounts-meta.ts';
import { signInAgain } from '#app/shell/session/replace-tokens.ts';
import { loadAuth } from '#app/shell/session/session.ts';
import { Button } from '#app/ui/button.tsx';
import { ENTER_TO_NEXT_FIELD } from '#app/ui/enter-to-next-field.ts';
import { NewPasswordField, PasswordField, UsernameForManagers } from '#app/ui/password-field.tsx';
import { showToast } from '#app/ui/toast.tsx';
import { PASSWORDS_DIFFER, passwordLengthProblem } from '#domain/password.ts';

type Typed = { current_password: string; new_password: string; confirm_password: string };

/**
 * Changes the password. The server checks the current one (decision 012). Its rules are those of `contract/auth.ts`,
 * but without a schema: this form is in the page from the start, and the schemas are 10 kB that only dialogs need.
 */
export function ChangePasswordForm({ email }: { email: string }) {
  const form = useForm<Typed>();
  const { errors, isSubmitting } = form.formState;

  async function change({ current_password, new_password }: Typed) {
    try {
      await changePassword(email, { password: new_password, current_password });
    } catch (error) {
      showAuthError(error);
      const field = isNewPasswordError(error) ? 'new_password' : 'current_password';
      if (field === 'new_password' || error.code === 'current_password_invalid') {
        form.setError(field, { message: error.message });
      }
      if (isRefused(error)) form.setFocus(field);
      return;
    }
    form.reset();
    showToast({
      title: 'Password updated',
      description: 'Your password has been updated successfully.',
    });
  }

  return (
    <form
      method="post"
      noValidate
      onSubmit={form.handleSubmit(change)}
      {...ENTER_TO_NEXT_FIELD}
      className="grid max-w-md gap-5"
    >
      <UsernameForManagers email={email} />
      <PasswordField
        label="Current Password"
        autoComplete="current-password"
        error={errors.current_password?.message}
        {...form.register('current_password', { required: 'Current password is required' })}
      />
      <NewPasswordField
        label="New Password"
        typed={form.watch('new_password')}
        owner={{ email }}
        error={errors.new_password?.message}
        {...form.register('new_password', {
          validate: passwordLengthProblem,
          deps: 'confirm_password',
        })}
      />
      <PasswordField
        label="Confirm New Password"
        autoComplete="new-password"
        error={errors.confirm_password?.message}
        {...form.register('confirm_password', {
          validate: (typed, { new_password }) => typed === new_password || PASSWORDS_DIFFER,
        })}
      />
      <div>
        <Button type="submit" busy={isSubmitting && 'Updating...'}>
          Update Password
        </Button>
      </div>
    </form>
  );
}

type NewPassword = { current_password: string; password: string };

/**
 * Changes the password. Every other session ends, and so does a stolen copy of this one.
 *
 * @throws the auth server's error.
 */
async function changePassword(email: string, change: NewPassword): Promise<void> {
  try {
    if (documentMeta(ACCOUNTS_URL)) await changeAtHostedService(email, change);
    else {
      const { replaceTokens } = await import('#app/shell/session/replace-tokens.ts');
      await replaceTokens('/user/password', change);
    }
  } finally {
    // Also after a failure: the response may have been lost.
    void refetchSessions();
  }
}

/**
 * In the Supabase protocol this session stays valid, and so does a stolen copy of it. Accounts without a second factor
 * therefore sign in again and get a new session; if that fails, the password is changed all the same.
 */
async function changeAtHostedService(email: string, change: NewPassword): Promise<void> {
  const auth = await loadAuth();
  const { error } = await auth.updateUser(change);
  if (error) throw error;
  const { data } = await auth.mfa.getAuthenticatorAssuranceLevel();
  if (data?.nextLevel === 'aal1') await signInAgain(email, change.password).catch(console.error);
}
