import { zodResolver } from '@hookform/resolvers/zod';
import { type ReactNode, useEffect, useState } from 'react';
import { useForm } from 'react-hook-form';
import { showAuthError } from '#app/shell/accounts/auth-error.ts';
import { useAuthForm } from '#app/shell/accounts/use-auth-form.ts';
import { useBusyText } from '#app/shell/session/proof-of-work.ts';
import { useWrite } from '#app/shell/use-write.ts';
import { Button, LinkButton } from '#app/ui/button.tsx';
import { EmailAddress } from '#app/ui/email-address.tsx';
import { Field } from '#app/ui/field.tsx';
import { Form, fieldOf } from '#app/ui/form.tsx';
import { Icon } from '#app/ui/icon.tsx';
import { Link } from '#app/ui/link.js';
import { showToast } from '#app/ui/toast.tsx';
import { useCooldown } from '#app/ui/use-cooldown.ts';
import { EmailForm } from '#contract/auth.ts';
import { FocusedHeading, NarrowLayout } from './narrow-layout.tsx';

type EmailRequestProps = {
  heading: ReactNode;
  text: string;
  /** The button's label. */
  action: string;
  email?: string;
  /** Requests the email. @throws the auth server's error. */
  onSend: (email: string) => Promise<void>;
  onSent?: () => void;
  /** What was sent to this address. */
  sent: (address: ReactNode) => ReactNode;
};

/** Asks for an address and emails a link to it, then tells the shopper to look into their mailbox. */
export function EmailRequest({ heading, text, email = '', sent, ...form }: EmailRequestProps) {
  const [sentTo, setSentTo] = useState<string | null>(null);
  const [isOther, setIsOther] = useState(false);

  if (sentTo !== null) {
    const address = (
      <strong className="text-foreground">
        <EmailAddress email={sentTo} />
      </strong>
    );
    const changeAddress = () => {
      setSentTo(null);
      setIsOther(true);
    };
    return (
      <NarrowLayout>
        <CheckEmail onResend={() => form.onSend(sentTo)} onOther={changeAddress}>
          <p>{sent(address)}</p>
        </CheckEmail>
      </NarrowLayout>
    );
  }
  return (
    <NarrowLayout>
      {heading}
      <p className="mt-2 mb-6 text-muted">{text}</p>
      <EmailRequestForm
        {...form}
        email={isOther ? '' : email}
        focus={isOther}
        onSent={(address) => {
          setSentTo(address);
          form.onSent?.();
        }}
      />
      <p className="mt-4 text-center">
        <Link
          to="/auth"
          replace
          className="inline-flex min-h-11 items-center rounded-sm font-semibold text-primary"
        >
          Back to login
        </Link>
      </p>
    </NarrowLayout>
  );
}

type EmailRequestFormProps = Pick<EmailRequestProps, 'action' | 'onSend'> & {
  email: string;
  /** Focuses the field at once. */
  focus: boolean;
  onSent: (email: string) => void;
};

/** A failure keeps the input. */
function EmailRequestForm({ action, email, focus, onSend, onSent }: EmailRequestFormProps) {
  const form = useForm<EmailForm>({
    resolver: zodResolver(EmailForm),
    // No initial value unless there is one: it would replace what was typed before hydration.
    ...(email && { defaultValues: { email } }),
  });
  const sending = useAuthForm(form, { focus: 'email', tell: 'in a toast' });
  const { setFocus } = form;
  useEffect(() => {
    if (focus) setFocus('email');
  }, [focus, setFocus]);
  const busy = useBusyText(sending.busy, 'Sending...');

  async function send(typed: EmailForm) {
    await onSend(typed.email);
    onSent(typed.email);
  }

  return (
    <Form onSubmit={sending.submit(send)} submit={action} busy={busy}>
      <Field
        label="Email"
        type="email"
        autoComplete="username"
        inputMode="email"
        aria-required
        {...fieldOf(form, 'email')}
      />
    </Form>
  );
}

type ExpiredLinkProps = Pick<EmailRequestProps, 'text' | 'action' | 'onSend'> & { title?: string };

/** Shown for a link that has expired or was used: says so and offers a new one. */
export function ExpiredLink({ title = 'This link has expired', ...request }: ExpiredLinkProps) {
  return (
    <EmailRequest
      {...request}
      heading={<FocusedHeading>{title}</FocusedHeading>}
      sent={(address) => (
        <>
          If this address needs a new link, we have sent one to {address}. The link is valid for one
          hour.
        </>
      )}
    />
  );
}

type CheckEmailProps = {
  children: ReactNode;
  /** Sends the email again. @throws the auth server's error. */
  onResend: () => Promise<void>;
  onBack?: () => void;
  /** Leads back to the form, for another address. */
  onOther?: () => void;
};

/** The server sends one email a minute to an address and does not report the ones it skips (decision 027). */
const COOLDOWN_SECONDS = 60;

/** Tells the shopper to look into their mailbox, with a button to send the email again. */
export function CheckEmail({ children, onResend, onBack, onOther }: CheckEmailProps) {
  const { left, restart } = useCooldown(COOLDOWN_SECONDS);
  const { write, busy } = useWrite({ tell: showAuthError });
  const busyText = useBusyText(busy, 'Sending...');
  async function resend() {
    await onResend();
    restart();
    showToast({ title: 'Email sent', description: 'Please open the newest one.' });
  }

  return (
    <div className="grid justify-items-center gap-5 text-center">
      <span className="grid size-16 place-items-center rounded-full bg-surface-accent text-primary [&_svg]:size-7">
        <Icon name="email" />
      </span>
      <FocusedHeading>Check your email</FocusedHeading>
      <div className="grid gap-3">{children}</div>
      <p className="text-sm text-muted">
        No email after a few minutes? Check your spam folder, and the address above.
      </p>
      <div className="mt-2 flex w-full flex-col gap-3">
        <Button
          tone="secondary"
          disabled={left > 0}
          busy={busyText}
          onClick={() => void write(resend)}
        >
          {left > 0 ? `Send it again in ${left} s` : 'Send it again'}
        </Button>
        {onOther && (
          <Button tone="secondary" onClick={onOther}>
            Use another email
          </Button>
        )}
        <LinkButton to="/auth" replace tone="quiet" {...(onBack && { onClick: onBack })}>
          Back to login
        </LinkButton>
      </div>
    </div>
  );
}
