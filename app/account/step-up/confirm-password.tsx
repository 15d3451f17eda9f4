import { zodResolver } from '@hookform/resolvers/zod';
import { useEffect, useState } from 'react';
import { useForm } from 'react-hook-form';
import { authMessageOf, handleSessionError, isRefused } from '#app/shell/accounts/auth-error.ts';
import { signInAgain } from '#app/shell/session/sign-in-again.ts';
import { Button } from '#app/ui/button.tsx';
import { InlineAlert } from '#app/ui/inline-alert.tsx';
import { PasswordField, UsernameForManagers } from '#app/ui/password-field.tsx';
import { PasswordForm } from '#contract/auth.ts';

type ConfirmPasswordProps = {
  email: string;
  onConfirmed: () => void;
  /** Called when the shopper has no password or does not know it. */
  onUnknown: () => void;
};

/** Asks for the password before a change that somebody with a stolen session must not be able to make. */
export function ConfirmPassword({ email, onConfirmed, onUnknown }: ConfirmPasswordProps) {
  const [failure, setFailure] = useState('');
  const form = useForm<PasswordForm>({
    resolver: zodResolver(PasswordForm),
    defaultValues: { password: '' },
  });
  const { errors, isSubmitting } = form.formState;
  const { setFocus } = form;
  useEffect(() => setFocus('password'), [setFocus]);

  async function confirm({ password }: PasswordForm) {
    setFailure('');
    try {
      await signInAgain(email, password);
    } catch (error) {
      handleSessionError(error);
      const isWrong = error.code === 'invalid_credentials';
      if (isWrong) form.setError('password', { message: 'This password is wrong' });
      else setFailure(authMessageOf(error));
      if (isRefused(error)) setFocus('password', { shouldSelect: true });
      return;
    }
    onConfirmed();
  }

  return (
    <form method="post" noValidate onSubmit={form.handleSubmit(confirm)} className="grid gap-5">
      <UsernameForManagers email={email} />
      <PasswordField
        label="Password"
        autoComplete="current-password"
        error={errors.password?.message}
        {...form.register('password')}
      />
      {failure && <InlineAlert>{failure}</InlineAlert>}
      <div className="dialog-actions">
        <Button tone="quiet" onClick={onUnknown}>
          Email me a code instead
        </Button>
        <Button type="submit" busy={isSubmitting && 'Checking...'}>
          Confirm
        </Button>
      </div>
    </form>
  );
}
