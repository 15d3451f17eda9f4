import { zodResolver } from '@hookform/resolvers/zod';
import { useEffect, useState } from 'react';
import { useForm } from 'react-hook-form';
import { showAuthFailure } from '#app/shell/auth-failure.ts';
import type { SecondFactor } from '#app/shell/session.ts';
import { showCode } from '#app/shell/show-code.ts';
import { Button } from '#app/ui/button.tsx';
import { CodeField } from '#app/ui/code-field.tsx';
import { SelectField } from '#app/ui/field.tsx';
import { CodeForm as Schema } from '#contract/auth.ts';

/** Asks for the code of an authenticator app, and of which one where there are several. */
export function CodeForm({ apps }: { apps: readonly SecondFactor[] }) {
  const [app, setApp] = useState(apps[0]?.id ?? '');
  const form = useForm<Schema>({ resolver: zodResolver(Schema), defaultValues: { code: '' } });
  const { errors, isSubmitting } = form.formState;
  const { setFocus } = form;
  useEffect(() => setFocus('code'), [setFocus]);

  async function verify({ code }: Schema) {
    try {
      await showCode(app, code);
    } catch (error) {
      if (!(error instanceof Error)) throw error;
      const isWrong = 'code' in error && error.code === 'mfa_verification_failed';
      if (isWrong) form.setError('code', { message: WRONG });
      else showAuthFailure(error);
      setFocus('code', { shouldSelect: true });
    }
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
      <Button type="submit" busy={isSubmitting && 'Checking...'}>
        Verify
      </Button>
    </form>
  );
}

/** The server does not say which of the two it is; for the shopper the way on is the same. */
const WRONG = 'This code is wrong or was used before. Please wait for the next one.';
