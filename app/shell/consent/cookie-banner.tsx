import type { ComponentProps } from 'react';
import { useLocation } from 'react-router';
import { CloseIcon } from '#app/ui/icons/close.tsx';

/** Where one fills something in: there the banner stands below the page's content, and covers no button. */
const FORMS = /^\/(?:auth|forgot-password|reset-password|cart|checkout|account|contact)(?:\/|$)/;

/** Lower and narrower than the shop's own button, so that both fit beside each other on the smallest phone. */
const SMALL = 'min-h-11 rounded-full px-4 text-sm leading-tight font-semibold max-xs:px-1';

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
      <div className="page-width flex flex-wrap items-center gap-x-4 py-2">
        <p className="flex-auto text-xs">
          Cookies to count visits and measure our ads?{' '}
          <a
            href="/privacy-policy"
            target="_blank"
            className="font-semibold whitespace-nowrap text-petal underline underline-offset-4"
            rel="noopener"
          >
            Privacy Policy
          </a>
        </p>
        <div className="mt-1 flex items-center gap-2 max-sm:w-full">
          <Choice value="accepted" className={`${SMALL} whitespace-nowrap bg-petal text-on-petal`}>
            Accept All
          </Choice>
          <Choice
            value="declined"
            className={`${SMALL} flex-auto border border-edge bg-paper text-ink hover:text-petal`}
          >
            Decline Non-Essential
          </Choice>
          <Choice
            value="declined"
            aria-label="Close without accepting"
            className="-mr-2 grid size-11 shrink-0 place-items-center rounded-full text-muted hover:bg-linen"
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
