import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import { isRefused, showAuthError } from '#app/shell/accounts/auth-error.ts';
import { isNewPasswordError } from '#app/shell/accounts/password-error.ts';
import { Button } from '#app/ui/button.tsx';
import { ENTER_TO_NEXT_FIELD } from '#app/ui/enter-to-next-field.ts';
import { PasswordField, UsernameForManagers } from '#app/ui/password-field.tsx';
import { showToast } from '#app/ui/toast.tsx';
import { ChangePasswordForm as Schema } from '#contract/auth.ts';
import { changePassword } from './change-password.ts';

/** Changes the password. The server checks the current one (decision 012). */
export function ChangePasswordForm({ email }: { email: string }) {
  const form = useForm<Schema>({ resolver: zodResolver(Schema) });
  const { errors, isSubmitting } = form.formState;

  async function change({ current_password, new_password }: Schema) {
    try {
      await changePassword(email, { password: new_password, current_password });
    } catch (error) {
      showAuthError(error);
      const field = isNewPasswordError(error) ? 'new_password' : 'current_password';
      if (field === 'new_password' || error.code === 'current_password_invalid') {
        form.setError(field, { message: error.message });
      }
      // A corrected password has to be confirmed again.
      if (field === 'new_password') form.resetField('confirm_password');
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
        {...form.register('current_password')}
      />
      <PasswordField
        label="New Password"
        autoComplete="new-password"
        hint="At least 8 characters"
        error={errors.new_password?.message}
        {...form.register('new_password')}
      />
      <PasswordField
        label="Confirm New Password"
        autoComplete="new-password"
        error={errors.confirm_password?.message}
        {...form.register('confirm_password')}
      />
      <div>
        <Button type="submit" busy={isSubmitting && 'Updating...'}>
          Update Password
        </Button>
      </div>
    </form>
  );
}
