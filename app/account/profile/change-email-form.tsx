import { zodResolver } from '@hookform/resolvers/zod';
import type { GoTrueClient } from '@supabase/auth-js';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { useStepUp } from '#app/account/step-up/use-step-up.tsx';
import { authMessageOf, handleSessionError, isRefused } from '#app/shell/accounts/auth-error.ts';
import { redirectUrl } from '#app/shell/accounts/emailed-link.ts';
import { loadAuth } from '#app/shell/session/session.ts';
import { sessionRequest } from '#app/shell/session/session-request.ts';
import { Button } from '#app/ui/button.tsx';
import { Field } from '#app/ui/field.tsx';
import { InlineAlert } from '#app/ui/inline-alert.tsx';
import { useIsMounted } from '#app/ui/use-is-mounted.ts';
import { EmailForm } from '#contract/auth.ts';

type ChangeEmailFormProps = {
  /**
   * Called when the links were emailed. `isMounted` is false if this form was closed before the response came; another
   * one may be open.
   */
  onEmailed: (newEmail: string, isMounted: boolean) => void;
  onCancel: () => void;
};

/** Requests a new email address. It takes effect only after both mailboxes have confirmed it. */
export function ChangeEmailForm({ onEmailed, onCancel }: ChangeEmailFormProps) {
  const [failure, setFailure] = useState('');
  const { withStepUp, step } = useStepUp();
  const isMounted = useIsMounted();
  const form = useForm<EmailForm>({ resolver: zodResolver(EmailForm) });
  const { errors, isSubmitting } = form.formState;

  async function change({ email }: EmailForm) {
    setFailure('');
    try {
      await withStepUp(() => requestEmailChange(email));
    } catch (error) {
      handleSessionError(error);
      setFailure(authMessageOf(error));
      if (isRefused(error)) form.setFocus('email');
      return;
    }
    onEmailed(email, isMounted());
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

/**
 * Requests the change of email. If the response to an earlier request was lost, the server refuses to email further
 * links for a while; then the links are on their way already, and this succeeds.
 */
async function requestEmailChange(email: string): Promise<void> {
  const auth = await loadAuth();
  await sessionRequest(auth, async () => {
    const { error } = await auth.updateUser(
      { email },
      { emailRedirectTo: redirectUrl('/account/profile') },
    );
    if (error?.code === 'over_email_send_rate_limit' && (await isAlreadyRequested(auth, email)))
      return;
    if (error) throw error;
  });
}

async function isAlreadyRequested(auth: GoTrueClient, email: string): Promise<boolean> {
  const { data } = await auth.getUser();
  return data.user?.new_email?.toLowerCase() === email.toLowerCase();
}
