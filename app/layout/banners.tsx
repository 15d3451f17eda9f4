import { useRootData } from '#app/shell/document/root-data.ts';
import { useDemo } from '#app/shell/shop/use-shop-details.tsx';

/**
 * Says on every page of a demo that it is one. It is below the header, whose menus and toasts assume that it is at the
 * top.
 */
export function DemoBanner() {
  if (!useDemo()) return null;
  return (
    <aside
      aria-label="Demo"
      className="bg-inverse px-4 py-1 text-center text-xs text-on-inverse-muted"
    >
      Demo: nothing is charged or sent.{' '}
      <a href="/dev/mailbox" className="text-on-inverse underline">
        Mailbox
      </a>
    </aside>
  );
}

/**
 * Tells visitors without JavaScript why they cannot order: the buttons that need scripts would do nothing, without an
 * explanation. Short: the size budget of the product page's first bytes is nearly used up.
 */
export function NoScriptBanner() {
  return (
    <noscript>
      <p className="border-b border-border bg-surface-accent px-4 py-2 text-center text-sm">
        To order, switch on JavaScript in this browser.
      </p>
    </noscript>
  );
}

/** The owner's notice, below the header of every page but checkout and admin. */
export function NoticeBanner() {
  const notice = useRootData()?.notice;
  return (
    notice != null && (
      <aside
        aria-label="Notice"
        className="border-b border-border bg-surface-accent px-4 py-2 text-center text-sm wrap-anywhere text-foreground print:hidden"
      >
        {notice}
      </aside>
    )
  );
}
