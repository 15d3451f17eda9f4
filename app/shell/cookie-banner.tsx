import type { ComponentProps } from 'react';
import { useLocation } from 'react-router';
import { buttonClasses } from '#app/ui/button-classes.ts';
import { CloseIcon } from '#app/ui/icons/close.tsx';

/** Where one fills something in: there the banner stands below the page's content, and covers no button. */
const FORMS = /^\/(?:auth|forgot-password|reset-password|cart|checkout|account|contact)(?:\/|$)/;

const SMALL = 'min-h-11 px-4 py-1 text-sm max-xs:px-2.5';

/**
 * Asks once. It is part of every document and unseen until `keep-consent.ts` has found that nothing was chosen; the same
 * script keeps the choice, before any other has come.
 */
export function CookieBanner() {
  const { pathname } = useLocation();
  return (
    <section
      aria-label="Cookie consent"
      className={`consent-banner border-t border-line bg-paper ${FORMS.test(pathname) ? '' : 'consent-fixed shadow-float'}`}
    >
      <div className="page-width flex flex-wrap items-center gap-x-4 gap-y-1.5 py-2">
        <p className="min-w-0 flex-auto text-xs">
          Cookies to count visits and measure our ads?{' '}
          <a
            href="/privacy-policy"
            target="_blank"
            rel="noreferrer"
            className="font-semibold whitespace-nowrap text-petal underline underline-offset-4"
          >
            Privacy Policy
          </a>
        </p>
        <div className="flex items-center gap-2 max-sm:w-full">
          <Choice value="accepted" className={buttonClasses('primary', SMALL)}>
            Accept All
          </Choice>
          <Choice value="declined" className={buttonClasses('secondary', `${SMALL} flex-auto`)}>
            Decline Non-Essential
          </Choice>
          <Choice
            value="declined"
            aria-label="Close without accepting"
            className="-mr-2.5 grid size-11 shrink-0 place-items-center rounded-full text-muted hover:bg-linen"
          >
            <CloseIcon />
          </Choice>
        </div>
      </div>
    </section>
  );
}

/** `keep-consent.ts` hears it. */
function Choice(props: ComponentProps<'button'>) {
  return <button type="button" name="cookie-consent" {...props} />;
}
