import { type ReactNode, useEffect } from 'react';
import { Links, Meta, Outlet, Scripts, ScrollRestoration, useRouteLoaderData } from 'react-router';
import styles from '#app/ui/app.css?url';
import figtree from '#app/ui/fonts/figtree-basic.woff2?url';
import fraunces from '#app/ui/fonts/fraunces-basic.woff2?url';
import type { Route } from './+types/root';
import { ErrorPage } from './pages/error-page.tsx';
import { accountsContext } from './shell/accounts-context.ts';
import { ACCOUNTS_KEY, ACCOUNTS_URL } from './shell/accounts-meta.ts';
import { CONSENT_HINT } from './shell/consent.ts';
import { useHydrated } from './shell/hydrated.ts';
import { Shell } from './shell/layout.tsx';
import { SESSION_HINT } from './shell/session-hint.ts';
import { shopDetailsContext } from './shell/shop-details-context.ts';
import { Toasts } from './ui/toast.tsx';

export const links: Route.LinksFunction = () => [
  ...[figtree, fraunces].map((href) => ({
    rel: 'preload',
    href,
    as: 'font' as const,
    type: 'font/woff2',
    crossOrigin: 'anonymous' as const,
  })),
  { rel: 'icon', href: '/favicon.ico', sizes: '32x32' },
  { rel: 'icon', href: '/favicon.svg', type: 'image/svg+xml' },
  { rel: 'apple-touch-icon', href: '/apple-touch-icon.png' },
];

/**
 * The shop's canonical origin, as the server renders for it: never taken from what a visitor sent. Who keeps the
 * accounts, when we do not. And who runs the shop.
 */
export function loader({ request, context }: Route.LoaderArgs) {
  return {
    origin: new URL(request.url).origin,
    accounts: context.get(accountsContext),
    details: context.get(shopDetailsContext),
  };
}

/** The origin stays what it is while the shopper moves about. */
export function shouldRevalidate() {
  return false;
}

/** The document around every page. */
export function Layout({ children }: { children: ReactNode }) {
  const accounts = useRouteLoaderData<typeof loader>('root')?.accounts;
  return (
    // The hints mark this element before React sees it.
    <html lang="en-IN" suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="theme-color" content="#fdfbf6" media="(prefers-color-scheme: light)" />
        <meta name="theme-color" content="#131129" media="(prefers-color-scheme: dark)" />
        {accounts && <meta name={ACCOUNTS_URL} content={accounts.url} />}
        {accounts?.apiKey && <meta name={ACCOUNTS_KEY} content={accounts.apiKey} />}
        <Meta />
        <Links />
        {/* With a precedence React finds it wherever the document keeps it; see server/documents/inline-style.ts. */}
        <link rel="stylesheet" href={styles} precedence="default" />
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: a constant of ours, allowed by its hash */}
        <script dangerouslySetInnerHTML={{ __html: `${SESSION_HINT};${CONSENT_HINT}` }} />
      </head>
      <body>
        {children}
        <Toasts />
        <ScrollRestoration />
        <Scripts />
      </body>
    </html>
  );
}

export default function Root() {
  const hydrated = useHydrated();
  // From here on the page hears what hydrateLater has held back for it.
  useEffect(() => {
    window.dispatchEvent(new Event('hydrated'));
  }, []);
  return (
    <Shell>
      {/* After the first paint: whoever installs the shop has seen it before. */}
      {hydrated && <link rel="manifest" href="/site.webmanifest" />}
      <Outlet />
    </Shell>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return (
    <Shell>
      <ErrorPage error={error} />
    </Shell>
  );
}
