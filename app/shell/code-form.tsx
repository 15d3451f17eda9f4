import { zodResolver } from '@hookform/resolvers/zod';
import { useEffect, useState } from 'react';
import { useForm } from 'react-hook-form';
import { Button } from '#app/ui/button.tsx';
import { CodeField } from '#app/ui/code-field.tsx';
import { SelectField } from '#app/ui/field.tsx';
import { InlineAlert } from '#app/ui/inline-alert.tsx';
import { CodeForm as Schema } from '#contract/auth.ts';
import { askForWhatIsMissing, authMessageOf } from './auth-failure.ts';
import type { SecondFactor } from './session.ts';
import { showCode } from './show-code.ts';

type CodeFormProps = { apps: readonly SecondFactor[]; onShown?: (() => void) | undefined };

/** Asks for the code of an authenticator app, and of which one where there are several. */
export function CodeForm({ apps, onShown }: CodeFormProps) {
  const [app, setApp] = useState(apps[0]?.id ?? '');
  const [failure, setFailure] = useState('');
  const form = useForm<Schema>({ resolver: zodResolver(Schema), defaultValues: { code: '' } });
  const { errors, isSubmitting } = form.formState;
  const { setFocus } = form;
  useEffect(() => setFocus('code'), [setFocus]);

  async function verify({ code }: Schema) {
    setFailure('');
    try {
      await showCode(app, code);
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
      {apps.length > 1 && (
        <SelectField
          label="Authenticator app"
          value={app}
          onChange={(event) => setApp(event.target.value)}
          options={apps.map(({ id, name }) => ({ value: id, label: name || 'Authenticator app' }))}
        />
      )}
      <CodeField
        label="Code"
        hint="The 6 digits that your authenticator app shows"
        error={errors.code?.message}
        {...form.register('code')}
      />
      {failure && <InlineAlert>{failure}</InlineAlert>}
      <Button type="submit" busy={isSubmitting && 'Checking...'}>
        Verify
      </Button>
    </form>
  );
}

/** The server does not say which of the two it is; for the shopper the way on is the same. */
const WRONG = 'This code is wrong or was used before. Please wait for the next one.';
