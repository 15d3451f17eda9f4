import { zodResolver } from '@hookform/resolvers/zod';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { useStepUp } from '#app/account/step-up/use-step-up.tsx';
import { authMessageOf, handleSessionError, isRefused } from '#app/shell/accounts/auth-error.ts';
import { redirectUrl } from '#app/shell/accounts/emailed-link.ts';
import { callAuth } from '#app/shell/session/session-request.ts';
import { Button } from '#app/ui/button.tsx';
import { Field } from '#app/ui/field.tsx';
import { InlineAlert } from '#app/ui/inline-alert.tsx';
import { EmailForm } from '#contract/auth.ts';

type ChangeEmailFormProps = {
  /** Called when the links were emailed. */
  onEmailed: (newEmail: string) => void;
  onCancel: () => void;
};

/** Requests a new email address. It takes effect only after both mailboxes have confirmed it. */
export function ChangeEmailForm({ onEmailed, onCancel }: ChangeEmailFormProps) {
  const [failure, setFailure] = useState('');
  const { withStepUp, step } = useStepUp();
  const form = useForm<EmailForm>({ resolver: zodResolver(EmailForm) });
  const { errors, isSubmitting } = form.formState;

  async function change({ email }: EmailForm) {
    setFailure('');
    try {
      await withStepUp(() =>
        callAuth((auth) =>
          auth.updateUser({ email }, { emailRedirectTo: redirectUrl('/account/profile') }),
        ),
      );
    } catch (error) {
      handleSessionError(error);
      setFailure(authMessageOf(error));
      if (isRefused(error)) form.setFocus('email');
      return;
    }
    onEmailed(email);
  }

  return (
    <>
      {step}
      <form
        method="post"
        noValidate
        hidden={step !== null}
        onSubmit={form.handleSubmit(change)}
        className={step ? '' : 'grid gap-5'}
      >
        <Field
          label="New email"
          type="email"
          autoComplete="email"
          inputMode="email"
          aria-required
          hint="We will email a link to this address and one to your current address"
          error={errors.email?.message}
          {...form.register('email')}
        />
        {failure && <InlineAlert>{failure}</InlineAlert>}
        <div className="dialog-actions">
          <Button tone="quiet" onClick={onCancel}>
            Cancel
          </Button>
          <Button type="submit" busy={isSubmitting && 'Sending...'}>
            Send links
          </Button>
        </div>
      </form>
    </>
  );
}
