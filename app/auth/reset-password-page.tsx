import { zodResolver } from '@hookform/resolvers/zod';
import type { GoTrueClient } from '@supabase/auth-js';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { useLocation } from 'react-router';
import {
  emailedLinkMeta,
  readEmailedLink,
  redeemLink,
  requestPasswordReset,
} from '#app/shell/accounts/emailed-link.ts';
import { newPasswordErrors, useAuthForm } from '#app/shell/accounts/use-auth-form.ts';
import { useHydrated } from '#app/shell/document/use-hydrated.ts';
import { SessionSpinner } from '#app/shell/session/guard.tsx';
import { loadAuth, type SessionState, session, useSession } from '#app/shell/session/session.ts';
import { sessionRequest } from '#app/shell/session/session-request.ts';
import { Form, fieldOf } from '#app/ui/form.tsx';
import { useNavigate } from '#app/ui/link.js';
import { NewPasswordFields, UsernameForManagers } from '#app/ui/password-field.tsx';
import { showToast } from '#app/ui/toast.tsx';
import { ResetPasswordForm as Schema } from '#contract/auth.ts';
import { ExpiredLink } from './email-request.tsx';
import { NarrowLayout } from './narrow-layout.tsx';
import { SecondFactor } from './second-factor.tsx';

export function meta() {
  return emailedLinkMeta('Reset password');
}

const EXPIRED_TEXTS = {
  text: 'It has expired or was already used. Request a new one and open it within one hour.',
  action: 'Send a new link',
};

const OPENED_WITHOUT_LINK = {
  title: 'Reset password',
  text: 'Please open this page from the link in our email. Enter the email you sign in with, and we will send you a link.',
  action: 'Send reset link',
};

const OUTCOME_TOASTS = {
  set: { title: 'Password updated', description: 'Your password has been successfully updated.' },
  'set before': {
    title: 'Password already set',
    description: 'This link has already set a password. Sign in with the one you sent first.',
  },
};

/**
 * /reset-password, opened by the emailed link on any device. The link is used when the new password is submitted; the
 * second factor is asked for if the account has one, and the shopper then signs in with the new password.
 */
export default function ResetPasswordPage() {
  const session = useSession();
  const hydrated = useHydrated();
  const location = useLocation();
  const navigate = useNavigate();
  // The state of the form is here, so that the input is kept while the form for the second factor replaces it.
  const form = useForm<Schema>({ resolver: zodResolver(Schema) });
  const sending = useAuthForm(form, {
    focus: 'password',
    fields: newPasswordErrors('password'),
    tell: 'in a toast',
  });
  const [expired, setExpired] = useState(false);

  if (!hydrated || session.status === 'loading') return <SessionSpinner />;
  const link = readEmailedLink(location, ['recovery']);
  const isOpen =
    session.status === 'mfa-required' || (session.status === 'signed-in' && session.recovering);
  // While the form is being submitted the session begins and ends, and the form stays.
  const isExpired = expired || link === 'expired';
  if (isExpired || (!link && !isOpen && !sending.busy)) {
    return (
      <ExpiredLink
        {...(isExpired ? EXPIRED_TEXTS : OPENED_WITHOUT_LINK)}
        onSend={requestPasswordReset}
      />
    );
  }
  if (!link && session.status === 'mfa-required') return <SecondFactor {...session} />;

  async function reset({ password }: Schema) {
    if (link && link !== 'expired') {
      if ((await redeemLink(link)) !== 'done') return setExpired(true);
      // The token has been used. After a reload the page continues with the session that it has opened.
      await navigate('/reset-password', { replace: true });
    }
    const reset = await resetPassword(password);
    if (reset.outcome === 'cancelled') return void navigate('/auth', { replace: true });
    if (reset.outcome === 'expired') return setExpired(true);
    showToast(OUTCOME_TOASTS[reset.outcome]);
    await navigate('/auth', { replace: true, state: { email: reset.email } });
  }

  const email = isOpen ? session.user.email : undefined;
  return (
    <NarrowLayout>
      <h1 className="text-3xl">Reset password</h1>
      <p className="mt-2 mb-6 text-muted">
        Choose a new password. You will be signed out everywhere, and can then sign in with it.
      </p>
      <Form
        onSubmit={sending.submit(reset)}
        submit="Update Password"
        busy={sending.busy && 'Updating...'}
      >
        {/* Until the link has opened its session, the current session may be another shopper's. */}
        <UsernameForManagers email={email ?? ''} />
        <NewPasswordFields
          label="New Password"
          again="Confirm Password"
          typed={form.watch('password')}
          owner={{ email }}
          password={fieldOf(form, 'password', { deps: 'confirm_password' })}
          confirmation={fieldOf(form, 'confirm_password')}
        />
      </Form>
    </NarrowLayout>
  );
}

/**
 * The result, with the email to sign in with. 'set before': the link has set a password already, but the response was
 * lost. 'expired': the link was opened too long ago. 'cancelled': the shopper has left the form for the second factor.
 */
type PasswordReset =
  | { outcome: 'set' | 'set before'; email: string }
  | { outcome: 'expired' }
  | { outcome: 'cancelled' };

/**
 * Sets a password in the session that a reset link has opened, once its second factor is verified, if one is required.
 * Then ends that session, so that the shopper signs in with the new password.
 *
 * @throws the auth server's error about the password.
 */
async function resetPassword(password: string): Promise<PasswordReset> {
  const opened = await afterSecondFactor();
  if (opened.status !== 'signed-in') return { outcome: 'cancelled' };
  const auth = await loadAuth();
  const outcome = await sessionRequest(auth, async () => {
    const { error } = await auth.updateUser({ password });
    if (error?.code === 'current_password_required') return reasonOfRefusal(auth);
    if (error) throw error;
    return 'set';
  });
  // The session is no longer needed, and a failure to end it does no harm. Not the `signOut` of session.ts, which would
  // also remove the items that the shopper wanted to add to the cart.
  await session.signOut({ chosen: true }).catch(console.error);
  return outcome === 'expired' ? { outcome } : { outcome, email: opened.user.email };
}

/**
 * Why the server requires the current password. If a new token still allows the session to set a password without it,
 * the time for that has passed; otherwise the link has set one before.
 */
async function reasonOfRefusal(auth: GoTrueClient): Promise<'set before' | 'expired'> {
  const { error } = await auth.refreshSession();
  if (error) throw error;
  const now = session.get();
  return now.status === 'signed-in' && now.recovering ? 'expired' : 'set before';
}

/** Resolves with the session state once no second factor is required any more. */
function afterSecondFactor(): Promise<SessionState> {
  return new Promise((resolve) => {
    const stop = session.subscribe(check);
    check();

    function check() {
      if (session.get().status === 'mfa-required') return;
      stop();
      resolve(session.get());
    }
  });
}
