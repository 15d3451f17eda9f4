import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import { isRefused, showAuthError } from '#app/shell/accounts/auth-error.ts';
import { isNewPasswordError } from '#app/shell/accounts/password-error.ts';
import { PasswordField } from '#app/ui/password-field.tsx';
import { UndoForm } from '#contract/auth.ts';
import { NewPasswordForm } from './new-password-form.tsx';
import { type Undone, undoFactor } from './undo-factor.ts';

type UndoFactorFormProps = {
  token: string;
  onUndone: (undone: Undone) => void;
  /** The link has expired or was used. */
  onExpired: () => void;
};

/** Asks for a password the shopper knows and a new one, to undo a second factor. */
export function UndoFactorForm({ token, onUndone, onExpired }: UndoFactorFormProps) {
  const form = useForm<UndoForm>({ resolver: zodResolver(UndoForm) });
  const { errors, isSubmitting } = form.formState;

  async function undo(typed: UndoForm) {
    try {
      onUndone(await undoFactor({ token, ...typed }));
    } catch (error) {
      if (!(error instanceof Error)) throw error;
      const code = 'code' in error ? error.code : undefined;
      if (code === 'otp_expired') return onExpired();
      showAuthError(error);
      const isKnown = code === 'current_password_invalid' || code === 'current_password_required';
      if (isKnown) form.setError('known_password', { message: error.message });
      if (isNewPasswordError(error)) form.setError('password', { message: error.message });
      if (isRefused(error)) form.setFocus(isKnown ? 'known_password' : 'password');
    }
  }

  return (
    <NewPasswordForm
      onSubmit={form.handleSubmit(undo)}
      password={form.register('password', { deps: 'confirm_password' })}
      typed={form.watch('password')}
      confirm={form.register('confirm_password')}
      confirmLabel="Confirm New Password"
      errors={errors}
      submit="Remove and sign out everywhere"
      busy={isSubmitting && 'Removing...'}
    >
      <PasswordField
        label="Your password"
        autoComplete="current-password"
        hint="If somebody has changed it, type the one you had before"
        error={errors.known_password?.message}
        {...form.register('known_password')}
      />
    </NewPasswordForm>
  );
}
