import type { ReactNode } from 'react';
import { showAuthError } from '#app/shell/accounts/auth-error.ts';
import { useBusyText } from '#app/shell/session/proof-of-work.ts';
import { useWrite } from '#app/shell/use-write.ts';
import { Button, LinkButton } from '#app/ui/button.tsx';
import { Icon } from '#app/ui/icon.tsx';
import { showToast } from '#app/ui/toast.tsx';
import { useCooldown } from '#app/ui/use-cooldown.ts';
import { FocusedHeading } from './narrow-layout.tsx';

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
