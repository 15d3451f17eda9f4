import { zodResolver } from '@hookform/resolvers/zod';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import type { WithStepUp } from '#app/account/step-up/use-step-up.tsx';
import { authMessageOf, handleSessionError, isRefused } from '#app/shell/accounts/auth-error.ts';
import { Button } from '#app/ui/button.tsx';
import { Field } from '#app/ui/field.tsx';
import { InlineAlert } from '#app/ui/inline-alert.tsx';
import { FactorForm } from '#contract/auth.ts';

type FactorNameFormProps = {
  /** A name that is not used yet. */
  suggested: string;
  busy: string;
  /** @throws the error of the auth server or of the browser. */
  onSubmit: (name: string) => Promise<void>;
  onCancel: () => void;
};

/** Asks for a name by which the shopper can tell the new second factor from others. */
export function FactorNameForm({ suggested, busy, onSubmit, onCancel }: FactorNameFormProps) {
  const [failure, setFailure] = useState('');
  const form = useForm<FactorForm>({
    resolver: zodResolver(FactorForm),
    defaultValues: { name: suggested },
  });
  const { errors, isSubmitting } = form.formState;

  async function submit({ name }: FactorForm) {
    setFailure('');
    try {
      await onSubmit(name);
    } catch (error) {
      handleSessionError(error);
      const isTaken = error.code === 'mfa_factor_name_conflict';
      if (isTaken) form.setError('name', { message: 'You already use this name' });
      else setFailure(authMessageOf(error));
      if (isRefused(error)) form.setFocus('name');
    }
  }

  return (
    <form method="post" noValidate onSubmit={form.handleSubmit(submit)} className="grid gap-5">
      <Field
        label="Name"
        hint="A name you will recognise, for example the device it is on"
        autoComplete="off"
        aria-required
        error={errors.name?.message}
        {...form.register('name')}
      />
      {failure && <InlineAlert>{failure}</InlineAlert>}
      <div className="dialog-actions">
        <Button tone="quiet" onClick={onCancel}>
          Cancel
        </Button>
        <Button type="submit" busy={isSubmitting && busy}>
          Continue
        </Button>
      </div>
    </form>
  );
}

/** Props of the steps that add a second factor of one type. */
export type FactorStepsProps = {
  /** A name that is not used yet. */
  suggested: string;
  withStepUp: WithStepUp;
  onAdded: () => Promise<void>;
  onCancel: () => void;
};
