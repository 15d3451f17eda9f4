import { useState } from 'react';
import { useLocation } from 'react-router';
import { privateMeta } from '#app/shell/document/site-meta.ts';
import { EmailAddress } from '#app/ui/email-address.tsx';
import { Link } from '#app/ui/link.js';
import { showToast } from '#app/ui/toast.tsx';
import { CheckEmail } from './check-email.tsx';
import { EmailRequestForm } from './email-request-form.tsx';
import { NarrowLayout } from './narrow-layout.tsx';
import { requestPasswordReset } from './request-email.ts';
import { typedEmail } from './typed-email.ts';

export function meta() {
  return privateMeta('Forgot password');
}

/** /forgot-password: emails a link that resets the password. Never reveals whether the address has an account. */
export default function ForgotPasswordPage() {
  const { state } = useLocation();
  const [sentTo, setSentTo] = useState<string | null>(null);
  const [other, setOther] = useState(false);

  function sent(email: string) {
    setSentTo(email);
    showToast({
      title: 'Email sent',
      description: 'Check your email for password reset instructions.',
    });
  }

  if (sentTo !== null) {
    return (
      <NarrowLayout>
        <CheckEmail
          onResend={() => requestPasswordReset(sentTo)}
          onOther={() => {
            setSentTo(null);
            setOther(true);
          }}
        >
          <p>
            If{' '}
            <strong className="text-foreground">
              <EmailAddress email={sentTo} />
            </strong>{' '}
            has an account, we have sent it a link to set a new password. The link is valid for one
            hour. If no email comes, perhaps you signed up with another one.
          </p>
        </CheckEmail>
      </NarrowLayout>
    );
  }
  return (
    <NarrowLayout>
      <h1 className="text-3xl">Forgot password?</h1>
      <p className="mt-2 mb-6 text-muted">
        Enter the email you sign in with. We will send you a link to set a new password.
      </p>
      <EmailRequestForm
        action="Send reset link"
        {...(other ? { focus: true } : { email: typedEmail(state) })}
        onSend={requestPasswordReset}
        onSent={sent}
      />
      <p className="mt-4 text-center">
        <Link
          to="/auth"
          className="inline-flex min-h-11 items-center rounded-sm font-semibold text-primary"
        >
          Back to login
        </Link>
      </p>
    </NarrowLayout>
  );
}
