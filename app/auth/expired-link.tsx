import { useState } from 'react';
import { EmailAddress } from '#app/ui/email-address.tsx';
import { Link } from '#app/ui/link.js';
import { CheckEmail } from './check-email.tsx';
import { EmailRequestForm } from './email-request-form.tsx';
import { FocusedHeading, NarrowLayout } from './narrow-layout.tsx';

type ExpiredLinkProps = {
  /** Why the link does not work, and what to do now. */
  title?: string;
  text: string;
  action: string;
  /** Emails a new link. @throws the auth server's error. */
  onSend: (email: string) => Promise<void>;
};

/** Shown for a link that has expired or was used: says so and offers a new one. */
export function ExpiredLink({
  title = 'This link has expired',
  text,
  action,
  onSend,
}: ExpiredLinkProps) {
  const [sentTo, setSentTo] = useState<string | null>(null);
  if (sentTo !== null) {
    return (
      <NarrowLayout>
        <CheckEmail onResend={() => onSend(sentTo)}>
          <p>
            If this address needs a new link, we have sent one to{' '}
            <strong className="text-foreground">
              <EmailAddress email={sentTo} />
            </strong>
            . The link is valid for one hour.
          </p>
        </CheckEmail>
      </NarrowLayout>
    );
  }
  return (
    <NarrowLayout>
      <FocusedHeading>{title}</FocusedHeading>
      <p className="mt-2 mb-6 text-muted">{text}</p>
      <EmailRequestForm action={action} onSend={onSend} onSent={setSentTo} />
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
