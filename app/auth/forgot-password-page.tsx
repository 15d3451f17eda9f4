import { useLocation } from 'react-router';
import { requestPasswordReset, typedEmail } from '#app/shell/accounts/emailed-link.ts';
import { privateMeta } from '#app/shell/document/site-meta.ts';
import { showToast } from '#app/ui/toast.tsx';
import { EmailRequest } from './email-request.tsx';

export function meta() {
  return privateMeta('Forgot password');
}

/** /forgot-password: emails a link that resets the password. Never reveals whether the address has an account. */
export default function ForgotPasswordPage() {
  const { state } = useLocation();
  return (
    <EmailRequest
      heading={<h1 className="text-3xl">Forgot password?</h1>}
      text="Enter the email you sign in with. We will send you a link to set a new password."
      action="Send reset link"
      email={typedEmail(state)}
      onSend={requestPasswordReset}
      onSent={() =>
        showToast({
          title: 'Email sent',
          description: 'Check your email for password reset instructions.',
        })
      }
      sent={(address) => (
        <>
          If {address} has an account, we have sent it a link to set a new password. The link is
          valid for one hour. If no email comes, perhaps you signed up with another one.
        </>
      )}
    />
  );
}
