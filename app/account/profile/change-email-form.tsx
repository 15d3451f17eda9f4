import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import { useStepUp } from '#app/account/step-up/use-step-up.tsx';
import { redirectUrl } from '#app/shell/accounts/emailed-link.ts';
import { useAuthForm } from '#app/shell/accounts/use-auth-form.ts';
import { callAuth } from '#app/shell/session/session-request.ts';
import { Field } from '#app/ui/field.tsx';
import { Form, fieldOf } from '#app/ui/form.tsx';
import { EmailForm } from '#contract/auth.ts';

type ChangeEmailFormProps = {
  /** Called when the links were emailed. */
  onEmailed: (newEmail: string) => void;
  onCancel: () => void;
};

/** Requests a new email address. It takes effect only after both mailboxes have confirmed it. */
export function ChangeEmailForm({ onEmailed, onCancel }: ChangeEmailFormProps) {
  const { withStepUp, step } = useStepUp();
  const form = useForm<EmailForm>({ resolver: zodResolver(EmailForm) });
  const sending = useAuthForm(form, { focus: 'email', tell: 'in the form' });

  async function change({ email }: EmailForm) {
    const options = { emailRedirectTo: redirectUrl('/account/profile') };
    await withStepUp(() => callAuth((auth) => auth.updateUser({ email }, options)));
    onEmailed(email);
  }

  return (
    <>
      {step}
      <div hidden={step !== null}>
        <Form
          onSubmit={sending.submit(change)}
          submit="Send links"
          busy={sending.busy && 'Sending...'}
          failure={sending.failure}
          cancel={{ onClick: onCancel }}
        >
          <Field
            label="New email"
            type="email"
            autoComplete="email"
            inputMode="email"
            aria-required
            hint="We will email a link to this address and one to your current address"
            {...fieldOf(form, 'email')}
          />
        </Form>
      </div>
    </>
  );
}
