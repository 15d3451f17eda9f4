import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import type { WithStepUp } from '#app/account/step-up/use-step-up.tsx';
import { useAuthForm } from '#app/shell/accounts/use-auth-form.ts';
import { Field } from '#app/ui/field.tsx';
import { Form, fieldOf } from '#app/ui/form.tsx';
import { FactorForm } from '#contract/auth.ts';

/** Props of the steps that add a second factor of one type. */
export type FactorStepsProps = {
  /** A name that is not used yet. */
  suggested: string;
  withStepUp: WithStepUp;
  onAdded: () => Promise<void>;
  onCancel: () => void;
};

type FactorNameFormProps = Pick<FactorStepsProps, 'suggested' | 'onCancel'> & {
  busy: string;
  /** @throws the error of the auth server or of the browser. */
  onSubmit: (name: string) => Promise<void>;
};

/** Asks for a name by which the shopper can tell the new second factor from others. */
export function FactorNameForm({ suggested, busy, onSubmit, onCancel }: FactorNameFormProps) {
  const form = useForm<FactorForm>({
    resolver: zodResolver(FactorForm),
    defaultValues: { name: suggested },
  });
  const sending = useAuthForm(form, {
    focus: 'name',
    fields: { mfa_factor_name_conflict: { field: 'name', text: 'You already use this name' } },
    tell: 'in the form',
  });
  return (
    <Form
      onSubmit={sending.submit(({ name }) => onSubmit(name))}
      submit="Continue"
      busy={sending.busy && busy}
      failure={sending.failure}
      cancel={{ onClick: onCancel }}
    >
      <Field
        label="Name"
        hint="A name you will recognise, for example the device it is on"
        autoComplete="off"
        aria-required
        {...fieldOf(form, 'name')}
      />
    </Form>
  );
}
