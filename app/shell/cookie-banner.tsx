import { useSyncExternalStore } from 'react';
import { Link } from 'react-router';
import { Button } from '#app/ui/button.tsx';
import { CloseIcon } from '#app/ui/icons/close.tsx';
import { keepConsent, onConsent, readConsent } from './consent.ts';

/**
 * Asks once. It is part of every document, unseen until `CONSENT_HINT` has found that nothing was chosen:
 * rendered by script later, it would be the last and largest thing to appear on the quiet pages.
 */
export function CookieBanner() {
  const chosen = useSyncExternalStore(
    onConsent,
    () => readConsent() !== null,
    () => false,
  );
  if (chosen) return null;
  return (
    <section
      aria-label="Cookie consent"
      className="consent-banner fixed inset-x-0 bottom-0 z-40 border-t border-line bg-paper p-4 shadow-float sm:inset-x-auto sm:bottom-5 sm:left-5 sm:max-w-md sm:rounded-lg sm:border sm:p-6"
    >
      <p className="pr-10 text-sm">
        We use cookies that keep the shop working, and, only if you agree, others that tell us how
        it is used.{' '}
        <Link
          to="/privacy-policy"
          target="_blank"
          className="font-semibold text-petal underline underline-offset-4"
        >
          Privacy Policy
        </Link>
      </p>
      <div className="mt-4 flex flex-wrap gap-2">
        <Button onClick={() => keepConsent('accepted')}>Accept All</Button>
        <Button tone="secondary" onClick={() => keepConsent('declined')}>
          Decline Non-Essential
        </Button>
      </div>
      <button
        type="button"
        aria-label="Close without accepting"
        onClick={() => keepConsent('declined')}
        className="absolute top-2 right-2 grid size-11 place-items-center rounded-full text-muted hover:bg-linen"
      >
        <CloseIcon />
      </button>
    </section>
  );
}
