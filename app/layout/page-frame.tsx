import { type ReactNode, useLayoutEffect, useRef } from 'react';
import { useLocation, useMatches } from 'react-router';
import { CookieBanner } from '#app/shell/consent/cookie-banner.tsx';
import { useRootData } from '#app/shell/document/root-data.ts';
import { PageLayout } from '#app/shell/page-layout.ts';
import { useDemo } from '#app/shell/shop/use-shop-details.tsx';
import { Footer } from './footer/footer.tsx';
import { Header } from './header/header.tsx';

const DEFAULT_LAYOUT = new PageLayout(Header, Footer);

/** The layout around every page. */
export function PageFrame({ children }: { children: ReactNode }) {
  const main = useFocusOnNavigation();
  const handle = useMatches().at(-1)?.handle;
  const layout = handle instanceof PageLayout ? handle : DEFAULT_LAYOUT;
  return (
    <>
      <a
        href="#content"
        className="absolute top-3 left-3 z-50 -translate-y-24 rounded-full bg-primary px-5 py-3 font-semibold text-on-primary focus:translate-y-0"
      >
        Skip to content
      </a>
      <layout.Header />
      <DemoBanner />
      <NoScriptBanner />
      {layout === DEFAULT_LAYOUT && <NoticeBanner />}
      <main ref={main} id="content" tabIndex={-1} className="flex-1 outline-none">
        {children}
      </main>
      <CookieBanner />
      <layout.Footer />
    </>
  );
}

/**
 * After a client-side navigation, moves the focus to the page content, as loading a document does, so that screen
 * readers continue there; not if the new page has set the focus itself.
 */
function useFocusOnNavigation() {
  const main = useRef<HTMLElement>(null);
  const { pathname } = useLocation();
  const lastPathname = useRef(pathname);
  useLayoutEffect(() => {
    if (lastPathname.current === pathname) return;
    lastPathname.current = pathname;
    if (!main.current?.contains(document.activeElement))
      main.current?.focus({ preventScroll: true });
  }, [pathname]);
  return main;
}

/**
 * Says on every page of a demo that it is one. It is below the header, whose menus and toasts assume that it is at the
 * top.
 */
function DemoBanner() {
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
function NoScriptBanner() {
  return (
    <noscript>
      <p className="border-b border-border bg-surface-accent px-4 py-2 text-center text-sm">
        To order, switch on JavaScript in this browser.
      </p>
    </noscript>
  );
}

/** The owner's notice, below the header of every page but checkout and admin. */
function NoticeBanner() {
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
