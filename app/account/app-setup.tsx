import { zodResolver } from '@hookform/resolvers/zod';
import { useEffect, useState } from 'react';
import { useForm } from 'react-hook-form';
import { askForWhatIsMissing, authMessageOf } from '#app/shell/auth-failure.ts';
import { showCode } from '#app/shell/show-code.ts';
import { Button } from '#app/ui/button.tsx';
import { CodeField } from '#app/ui/code-field.tsx';
import { InlineAlert } from '#app/ui/inline-alert.tsx';
import { CodeForm } from '#contract/auth.ts';
import { AppSecret } from './app-secret.tsx';
import type { NewApp } from './use-factors.ts';

type AppSetupProps = { app: NewApp; onAdded: () => Promise<void>; onCancel: () => void };

/** What an authenticator app has to know, and the code that proves that it does. */
export function AppSetup({ app, onAdded, onCancel }: AppSetupProps) {
  const [failure, setFailure] = useState('');
  const form = useForm<CodeForm>({
    resolver: zodResolver(CodeForm),
    defaultValues: { code: '' },
  });
  const { errors, isSubmitting } = form.formState;
  const { setFocus } = form;
  useEffect(() => setFocus('code'), [setFocus]);

  async function verify({ code }: CodeForm) {
    setFailure('');
    try {
      await showCode(app.id, code);
    } catch (error) {
      if (!(error instanceof Error)) throw error;
      askForWhatIsMissing(error);
      const isWrong = 'code' in error && error.code === 'mfa_verification_failed';
      if (isWrong) form.setError('code', { message: WRONG });
      else setFailure(authMessageOf(error));
      setFocus('code', { shouldSelect: true });
      return;
    }
    await onAdded();
  }

  return (
    <form method="post" noValidate onSubmit={form.handleSubmit(verify)} className="grid gap-6">
      <AppSecret app={app} />
      <CodeField
        label="Code"
        hint="The 6 digits that the app shows now"
        error={errors.code?.message}
        {...form.register('code')}
      />
      {failure && <InlineAlert>{failure}</InlineAlert>}
      <div className="dialog-actions">
        <Button tone="quiet" onClick={onCancel}>
          Cancel
        </Button>
        <Button type="submit" busy={isSubmitting && 'Checking...'}>
          Verify
        </Button>
      </div>
    </form>
  );
}

const WRONG = 'This code is not right. Is the clock of your phone set by itself?';
