import { type ReactNode, useLayoutEffect, useRef } from 'react';
import { useLocation, useMatches } from 'react-router';
import { CookieBanner } from '#app/shell/consent/cookie-banner.tsx';
import { PageLayout } from '#app/shell/page-layout.ts';
import { DemoBanner, NoScriptBanner, NoticeBanner } from './banners.tsx';
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
