import { type ReactNode, useEffect } from 'react';
import { Links, Meta, Outlet, Scripts, ScrollRestoration, useLocation } from 'react-router';
import figtree from '#app/ui/fonts/figtree-basic.woff2?url';
import fraunces from '#app/ui/fonts/fraunces-basic.woff2?url';
import { LANGUAGE } from '#app/ui/jsx/text-in-elements.ts';
import type { PagePath } from '#app/ui/page-path.ts';
import styles from '#app/ui/shop.css?url';
import type { Route } from './+types/root';
import { PageFrame } from './layout/page-frame.tsx';
import { ErrorPage } from './pages/error-page.tsx';
import { headScript } from './shell/document/head-script.ts';
import { renderContext } from './shell/document/render-context.ts';
import { type RootData, useRootData } from './shell/document/root-data.ts';
import { useHydrated } from './shell/document/use-hydrated.ts';
import { Toasts } from './ui/toast.tsx';

export const links: Route.LinksFunction = () => [
  ...[figtree, fraunces].map((href) => ({
    rel: 'preload',
    href,
    as: 'font' as const,
    type: 'font/woff2',
    crossOrigin: 'anonymous' as const,
  })),
  // Browsers without SVG icons, and phones, request /favicon.ico and /apple-touch-icon.png by themselves.
  { rel: 'icon', href: '/favicon.svg', type: 'image/svg+xml' },
];

/** What every page may need. The request has the shop's canonical origin, whichever host the visitor asked. */
export function loader({ request, context }: Route.LoaderArgs): RootData {
  const { analytics, details, demo, notice, shipping } = context.get(renderContext);
  return { origin: new URL(request.url).origin, analytics, details, demo, notice, shipping };
}

/** The origin does not change on client-side navigation. */
export function shouldRevalidate() {
  return false;
}

/** The document around every page. */
export function Layout({ children }: { children: ReactNode }) {
  const { analytics } = useRootData() ?? {};
  const { pathname } = useLocation();
  // Hydration is complete: deferHydration replays the events it has recorded, also on an error page.
  useEffect(() => {
    window.dispatchEvent(new Event('hydrated'));
  }, []);
  return (
    // Inline scripts set attributes on this element before hydration.
    <html lang={LANGUAGE} suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="theme-color" content="#fdfbf6" media="(prefers-color-scheme: light)" />
        <meta name="theme-color" content="#131129" media="(prefers-color-scheme: dark)" />
        {/* Renders the body at once: painted in parts, the header and fixed elements would visibly grow. */}
        <link rel="expect" href="#notifications" blocking="render" />
        <Meta />
        <Links />
        {/* React finds a style sheet that has a `precedence` anywhere in the document; see
            server/pages/critical-css/inline-style.ts. */}
        <link rel="stylesheet" href={styles} precedence="default" />
        {/* Empty in the browser: the script has run before hydration, so it need not be downloaded again. */}
        <script
          suppressHydrationWarning
          // biome-ignore lint/security/noDangerouslySetInnerHtml: constants of ours, allowed by their hash
          dangerouslySetInnerHTML={{
            __html: import.meta.env.SSR ? headScript(Boolean(analytics)) : '',
          }}
        />
      </head>
      <body>
        {children}
        <Toasts />
        {/* The service worker shows the offline page at other pages' URLs: with scripts the router would render those,
            and scroll to where the visitor was on them. */}
        {pathname !== ('/offline' satisfies PagePath) && (
          <>
            <ScrollRestoration />
            <Scripts />
          </>
        )}
      </body>
    </html>
  );
}

export default function Root({ loaderData: { analytics } }: Route.ComponentProps) {
  const hydrated = useHydrated();
  useEffect(() => {
    // Only needed when the network fails, so it loads after everything else.
    if (!import.meta.env.PROD) return;
    const timer = setTimeout(
      () => navigator.serviceWorker?.register('/sw.js').catch(() => {}),
      3000,
    );
    return () => clearTimeout(timer);
  }, []);
  useEffect(() => {
    if (!analytics) return;
    let stop = () => {};
    let cancelled = false;
    import('./shell/consent/analytics.ts').then(({ trackConsent }) => {
      if (!cancelled) stop = trackConsent(analytics);
    });
    return () => {
      cancelled = true;
      stop();
    };
  }, [analytics]);
  return (
    <PageFrame>
      {/* Rendered after hydration: an installed shop has been visited before. */}
      {hydrated && <link rel="manifest" href="/site.webmanifest" />}
      <Outlet />
    </PageFrame>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return (
    <PageFrame>
      <ErrorPage error={error} />
    </PageFrame>
  );
}
