import { useState } from 'react';
import { useLocation } from 'react-router';
import { emailedLinkMeta } from '#app/shell/accounts/emailed-link.ts';
import { useHydrated } from '#app/shell/document/use-hydrated.ts';
import { SessionSpinner } from '#app/shell/session/guard.tsx';
import { session } from '#app/shell/session/session.ts';
import { LinkButton } from '#app/ui/button.tsx';
import { Link } from '#app/ui/link.js';
import { Notice } from '#app/ui/notice.tsx';
import type { PageAddress } from '#app/ui/page-path.ts';
import { FocusedHeading, NarrowLayout } from './narrow-layout.tsx';
import type { Undone } from './undo-factor.ts';
import { UndoFactorForm } from './undo-factor-form.tsx';

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
