import { zodResolver } from '@hookform/resolvers/zod';
import { useEffect } from 'react';
import { useForm } from 'react-hook-form';
import { isRefused, showAuthError } from '#app/shell/accounts/auth-error.ts';
import { useBusyText } from '#app/shell/session/proof-of-work.ts';
import { Button } from '#app/ui/button.tsx';
import { Field } from '#app/ui/field.tsx';
import { EmailForm } from '#contract/auth.ts';

type EmailRequestFormProps = {
  /** The button's label. */
  action: string;
  email?: string;
  /** Focuses the field at once. */
  focus?: boolean;
  /** Requests the email. @throws the auth server's error. */
  onSend: (email: string) => Promise<void>;
  onSent: (email: string) => void;
};

/** Form that asks for an address and sends an email to it. A failure keeps the input. */
export function EmailRequestForm({ action, email, focus, onSend, onSent }: EmailRequestFormProps) {
  const form = useForm<EmailForm>({
    resolver: zodResolver(EmailForm),
    // No initial value unless there is one: it would replace what was typed before hydration.
    ...(email && { defaultValues: { email } }),
  });
  const { errors, isSubmitting } = form.formState;
  const { setFocus } = form;
  useEffect(() => {
    if (focus) setFocus('email');
  }, [focus, setFocus]);
  const busy = useBusyText(isSubmitting, 'Sending...');

  async function send(typed: EmailForm) {
    try {
      await onSend(typed.email);
    } catch (error) {
      showAuthError(error);
      if (isRefused(error)) form.setFocus('email');
      return;
    }
    onSent(typed.email);
  }

  return (
    <form method="post" noValidate onSubmit={form.handleSubmit(send)} className="grid gap-5">
      <Field
        label="Email"
        type="email"
        autoComplete="username"
        inputMode="email"
        aria-required
        error={errors.email?.message}
        {...form.register('email')}
      />
      <Button type="submit" busy={busy}>
        {action}
      </Button>
    </form>
  );
}
