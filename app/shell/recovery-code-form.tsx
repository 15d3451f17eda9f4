import { zodResolver } from '@hookform/resolvers/zod';
import { useEffect, useState } from 'react';
import { useForm } from 'react-hook-form';
import { Button } from '#app/ui/button.tsx';
import { Field } from '#app/ui/field.tsx';
import { InlineAlert } from '#app/ui/inline-alert.tsx';
import { RecoveryCodeForm as Schema } from '#contract/auth.ts';
import { askForWhatIsMissing, authMessageOf } from './auth-failure.ts';
import { loadAuth } from './session.ts';

/** Takes one of the codes that were written down, for whoever has lost everything else. */
export function RecoveryCodeForm({ onShown }: { onShown?: (() => void) | undefined }) {
  const [failure, setFailure] = useState('');
  const form = useForm<Schema>({ resolver: zodResolver(Schema), defaultValues: { code: '' } });
  const { errors, isSubmitting } = form.formState;
  const { setFocus } = form;
  useEffect(() => setFocus('code'), [setFocus]);

  async function verify({ code }: Schema) {
    setFailure('');
    try {
      const auth = await loadAuth();
      const { error } = await auth.mfa.recoveryCodes.verify({ code });
      if (error) throw error;
    } catch (error) {
      if (!(error instanceof Error)) throw error;
      askForWhatIsMissing(error);
      const isWrong = 'code' in error && error.code === 'mfa_verification_failed';
      if (isWrong) form.setError('code', { message: WRONG });
      else setFailure(authMessageOf(error));
      setFocus('code', { shouldSelect: true });
      return;
    }
    onShown?.();
  }

  return (
    <form method="post" noValidate onSubmit={form.handleSubmit(verify)} className="grid gap-5">
      <Field
        label="Recovery code"
        hint="One of the codes you saved, like k4m9-x7qp-2ab8-ht3z"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={40}
        aria-required
        error={errors.code?.message}
        {...form.register('code')}
      />
      {failure && <InlineAlert>{failure}</InlineAlert>}
      <Button type="submit" busy={isSubmitting && 'Checking...'}>
        Use this code
      </Button>
    </form>
  );
}

const WRONG = 'This code is wrong or was used before. Each code works once.';
