import { zodResolver } from '@hookform/resolvers/zod';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { useLocation } from 'react-router';
import type { AuthErrorLike } from '#app/shell/accounts/auth-error.ts';
import { emailedLinkMeta } from '#app/shell/accounts/emailed-link.ts';
import { newPasswordErrors, useAuthForm } from '#app/shell/accounts/use-auth-form.ts';
import { useHydrated } from '#app/shell/document/use-hydrated.ts';
import { authRequest } from '#app/shell/session/auth-request.ts';
import { SessionSpinner } from '#app/shell/session/guard.tsx';
import { session } from '#app/shell/session/session.ts';
import { LinkButton } from '#app/ui/button.tsx';
import { Form, fieldOf } from '#app/ui/form.tsx';
import { Notice } from '#app/ui/inline-alert.tsx';
import { Link } from '#app/ui/link.js';
import type { PageAddress } from '#app/ui/page-path.ts';
import { NewPasswordFields, PasswordField } from '#app/ui/password-field.tsx';
import { UndoForm } from '#contract/auth.ts';
import { FocusedHeading, NarrowLayout } from './narrow-layout.tsx';

export function meta() {
  return emailedLinkMeta('Remove a second step');
}

/** /undo-second-step, linked from the email about a new second factor: for owners who did not add it. */
export default function UndoFactorPage() {
  const hydrated = useHydrated();
  const { search } = useLocation();
  const [undone, setUndone] = useState<Undone | null>(null);
  const [expired, setExpired] = useState(false);
  const token = new URLSearchParams(search).get('token_hash');

  if (!hydrated) return <SessionSpinner />;
  if (undone) return <Done {...undone} />;
  if (expired || !token) return <ExpiredUndoLink />;

  function finish(outcome: Undone) {
    setUndone(outcome);
    // This browser's session has ended with the others.
    if (session.get().status !== 'signed-out') {
      void session.signOut({ chosen: false }).catch(console.error);
    }
  }

  return (
    <NarrowLayout>
      <h1 className="text-3xl">Was this not you?</h1>
      <p className="mt-2 mb-6 text-muted">
        A second step was added to your account. If you did not add it, type your password and
        choose a new one. We will then remove the step and sign out every device.
      </p>
      <UndoFactorForm token={token} onUndone={finish} onExpired={() => setExpired(true)} />
    </NarrowLayout>
  );
}

function Done({ email, factors }: Undone) {
  return (
    <NarrowLayout>
      <FocusedHeading>Your account is safe again</FocusedHeading>
      <p className="mt-2 mb-4">
        We have removed the second step, signed out every device and set your new password.
      </p>
      {factors.length > 0 && (
        <Notice className="mb-4 wrap-anywhere">
          Still active: <strong className="text-foreground">{namesOf(factors)}</strong>. If you did
          not add this either, open the link in our email about it.
        </Notice>
      )}
      <h2 className="text-xl">What to do next</h2>
      <ol className="mt-2 mb-6 grid list-decimal gap-2 pl-5">
        <li>Sign in with your new password.</li>
        <li>Check your orders and addresses for anything you do not recognise.</li>
        <li>If you use the old password anywhere else, change it there too.</li>
        <li>
          {factors.length > 0
            ? 'Under Security, make new recovery codes. We have removed the codes made in the last week.'
            : 'Under Security, add a second step of your own.'}
        </li>
      </ol>
      <LinkButton to="/auth" replace state={{ email }} className="w-full">
        Sign in
      </LinkButton>
    </NarrowLayout>
  );
}

function ExpiredUndoLink() {
  return (
    <NarrowLayout>
      <FocusedHeading>This link has expired</FocusedHeading>
      <p className="mt-2 mb-4">
        The link works once, within seven days, and only while the second step is active.
      </p>
      <ul className="mb-6 grid list-disc gap-2 pl-5">
        <li>
          If signing in asks for a step you did not add, open our newest email about it, or{' '}
          <TextLink to="/contact">write to us</TextLink>.
        </li>
        <li>
          If not, <TextLink to="/forgot-password">choose a new password</TextLink> to be safe.
        </li>
      </ul>
      <LinkButton to="/auth" tone="secondary" replace className="w-full">
        Sign in
      </LinkButton>
    </NarrowLayout>
  );
}

function TextLink({ to, children }: { to: PageAddress; children: string }) {
  return (
    <Link to={to} className="font-semibold text-primary underline underline-offset-4">
      {children}
    </Link>
  );
}

function namesOf(factors: Undone['factors']): string {
  return factors.map(({ friendly_name: name }) => name || 'a second step').join(', ');
}

type UndoFactorFormProps = {
  token: string;
  onUndone: (undone: Undone) => void;
  /** The link has expired or was used. */
  onExpired: () => void;
};

/** Asks for a password the shopper knows and a new one, to undo a second factor. */
function UndoFactorForm({ token, onUndone, onExpired }: UndoFactorFormProps) {
  const form = useForm<UndoForm>({ resolver: zodResolver(UndoForm) });
  const sending = useAuthForm(form, {
    focus: 'password',
    fields: {
      ...newPasswordErrors('password'),
      current_password_invalid: { field: 'known_password' },
      current_password_required: { field: 'known_password' },
    },
    tell: 'in a toast',
  });

  async function undo(typed: UndoForm) {
    const outcome = await undoFactor({ token, ...typed });
    if (outcome === 'expired') onExpired();
    else onUndone(outcome);
  }

  return (
    <Form
      onSubmit={sending.submit(undo)}
      submit="Remove and sign out everywhere"
      busy={sending.busy && 'Removing...'}
    >
      <PasswordField
        label="Your password"
        autoComplete="current-password"
        hint="If somebody has changed it, type the one you had before"
        {...fieldOf(form, 'known_password')}
      />
      <NewPasswordFields
        label="New Password"
        typed={form.watch('password')}
        owner={{}}
        password={fieldOf(form, 'password', { deps: 'confirm_password' })}
        confirmation={fieldOf(form, 'confirm_password')}
      />
    </Form>
  );
}

/** The result of undoing a second factor. */
type Undone = {
  /** The address to sign in with. */
  email: string;
  /** Names of the second factors that are still active. */
  factors: readonly { id: string; friendly_name: string }[];
};

type Undo = { token: string; known_password: string; password: string };

/**
 * Undoes a second factor with the token of the email that reported it.
 *
 * @throws Error like those of the auth client, with `code` and `status`.
 */
async function undoFactor({ token, known_password, password }: Undo): Promise<Undone | 'expired'> {
  const body = { token_hash: token, password: known_password, new_password: password };
  return authRequest<Undone>('/factors/undo', { body }).catch((error: AuthErrorLike) => {
    if (error.code === 'otp_expired') return 'expired';
    throw error;
  });
}
