import type { ComponentProps } from 'react';
import { useLocation } from 'react-router';
import { Icon } from '#app/ui/icon.tsx';
import { isAdmin } from './is-admin.ts';

/**
 * The pages on which the banner stays at the bottom of the window. On all others it is below the content, where it
 * covers no button of a form.
 */
const PAGES_WITHOUT_FORMS =
  /^\/(?:$|(?:shop|product|about|shipping-info|returns|faq|terms|privacy-policy)(?:\/|$))/;

/**
 * Smaller than the shop's usual button, so that two fit side by side on the smallest phone. Where large text puts them
 * below each other they are of one width, that of the line without the close button; in one line the longer text gets
 * the room.
 */
const SMALL =
  'min-h-11 max-w-[calc(100%---spacing(11))] rounded-full px-4 text-sm leading-tight font-semibold max-xs:px-2';

/**
 * Asks for consent once; never in the admin, where nothing needs consent. The banner is in every other document and
 * hidden until `consent-script.ts` finds no stored choice; the same script stores the choice, before any other script
 * has loaded.
 */
export function CookieBanner() {
  const { pathname } = useLocation();
  if (isAdmin(pathname)) return null;
  return (
    <section
      aria-label="Cookie consent"
      className={`consent-banner border-t border-border bg-surface ${PAGES_WITHOUT_FORMS.test(pathname) ? 'consent-fixed shadow-float' : ''}`}
    >
      <div className="page-width flex flex-wrap items-center gap-x-4 py-2">
        <p className="flex-auto text-xs">
          Cookies to count visits and measure our ads?{' '}
          <a
            href="/privacy-policy"
            target="_blank"
            className="font-semibold whitespace-nowrap text-primary underline underline-offset-4"
            rel="noopener"
          >
            Privacy Policy
          </a>
        </p>
        <div className="mt-1 flex flex-wrap items-center gap-2 max-sm:w-full">
          <Choice
            value="accepted"
            className={`${SMALL} max-sm:flex-auto whitespace-nowrap bg-primary text-on-primary`}
          >
            Accept All
          </Choice>
          <Choice
            value="declined"
            className={`${SMALL} flex-[99_1_8rem] border border-border-strong bg-surface text-foreground hover:text-primary`}
          >
            Decline Non-Essential
          </Choice>
          <Choice
            value="declined"
            aria-label="Close without accepting"
            className="-mr-2 grid size-11 shrink-0 place-items-center rounded-full text-muted hover:bg-surface-accent"
          >
            <Icon name="close" />
          </Choice>
        </div>
      </div>
    </section>
  );
}

/** Handled by `consent-script.ts`. */
function Choice(props: ComponentProps<'button'>) {
  return <button type="button" name="cookie-consent" {...props} />;
}
