import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import { showAuthFailure } from '#app/shell/session/auth-failure.ts';
import { useBusyText } from '#app/shell/session/browser-check.ts';
import { Button } from '#app/ui/button.tsx';
import { Field } from '#app/ui/field.tsx';
import { EmailForm } from '#contract/auth.ts';

type MailRequestFormProps = {
  /** What the button says. */
  action: string;
  email?: string;
  /** Asks for the mail. @throws what the auth server has against it. */
  onSend: (email: string) => Promise<void>;
  onSent: (email: string) => void;
};

/** Asks for an address, and for a mail to it. A failure leaves what was typed. */
export function MailRequestForm({ action, email, onSend, onSent }: MailRequestFormProps) {
  const form = useForm<EmailForm>({
    resolver: zodResolver(EmailForm),
    // Without a value of our own, what was typed before the page came alive stays.
    ...(email && { defaultValues: { email } }),
  });
  const { errors, isSubmitting } = form.formState;
  const busy = useBusyText(isSubmitting, 'Sending...');

  async function send(typed: EmailForm) {
    try {
      await onSend(typed.email);
    } catch (error) {
      if (!(error instanceof Error)) throw error;
      showAuthFailure(error);
      form.setFocus('email');
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
