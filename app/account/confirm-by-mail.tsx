import { zodResolver } from '@hookform/resolvers/zod';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { askForWhatIsMissing, authMessageOf } from '#app/shell/auth-failure.ts';
import { Button } from '#app/ui/button.tsx';
import { CodeField } from '#app/ui/code-field.tsx';
import { InlineAlert } from '#app/ui/inline-alert.tsx';
import { MailedCodeForm } from '#contract/auth.ts';
import { proveByCode } from './prove-by-code.ts';

type ConfirmByMailProps = { email: string; onConfirmed: () => void };

/** Takes a code from the shopper's mailbox in place of the password. It was mailed when this opened. */
export function ConfirmByMail({ email, onConfirmed }: ConfirmByMailProps) {
  const [failure, setFailure] = useState('');
  const form = useForm<MailedCodeForm>({
    resolver: zodResolver(MailedCodeForm),
    defaultValues: { code: '' },
  });
  const { errors, isSubmitting } = form.formState;

  async function confirm({ code }: MailedCodeForm) {
    setFailure('');
    try {
      await proveByCode(code);
    } catch (error) {
      if (!(error instanceof Error)) throw error;
      askForWhatIsMissing(error);
      const isWrong = 'code' in error && error.code === 'reauthentication_not_valid';
      if (isWrong) form.setError('code', { message: 'This code is wrong or too old' });
      else setFailure(authMessageOf(error));
      form.setFocus('code', { shouldSelect: true });
      return;
    }
    onConfirmed();
  }

  return (
    <form method="post" noValidate onSubmit={form.handleSubmit(confirm)} className="grid gap-5">
      <p role="status">
        We have sent a code to <strong className="wrap-anywhere text-ink">{email}</strong>. It works
        for ten minutes.
      </p>
      <CodeField label="Code" error={errors.code?.message} {...form.register('code')} />
      {failure && <InlineAlert>{failure}</InlineAlert>}
      <Button type="submit" className="justify-self-end" busy={isSubmitting && 'Checking...'}>
        Confirm
      </Button>
    </form>
  );
}
