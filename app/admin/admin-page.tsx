import { lazy, Suspense } from 'react';
import { AccountLinks } from '#app/layout/header/header.tsx';
import { privateMeta } from '#app/shell/document/site-meta.ts';
import { useHydrated } from '#app/shell/document/use-hydrated.ts';
import { PageLayout } from '#app/shell/page-layout.ts';
import { BrandMark } from '#app/shell/shop/brand-mark.tsx';
import { Link } from '#app/ui/link.js';

/** Not imported by the route, because the manifest that every shopper downloads names each chunk a route imports. */
const load = () => import('./admin-app.tsx');
const AdminApp = lazy(load);
// At once, not after hydration. If it fails, React's own attempt reports it.
if (!import.meta.env.SSR) load().catch(() => {});

export function meta() {
  return privateMeta('Admin');
}

export const handle = new PageLayout(AdminHeader, () => null);

/** The admin, rendered in the browser only, because the session is known there. Hydration starts at once. */
export default function AdminPage() {
  return (
    <div data-guarded className="min-h-svh">
      {useHydrated() ? (
        <Suspense fallback={LOADING}>
          <AdminApp />
        </Suspense>
      ) : (
        LOADING
      )}
    </div>
  );
}

/** Not the spinner of other pages: it would be one more file that the route imports. */
const LOADING = (
  <p role="status" className="grid min-h-64 place-items-center text-muted noscript:hidden">
    Loading...
  </p>
);

/**
 * The admin's header: to its first screen, to the shop, and to the account. It is painted before the admin's style sheet is
 * there, so all its classes are also those of the shop.
 */
function AdminHeader() {
  return (
    <header className="border-b border-border bg-page print:hidden">
      <div className="page-width flex min-h-14 max-w-none items-center gap-3">
        <Link to="/admin" className="-ml-1 flex min-h-11 items-center gap-2 rounded-sm px-1">
          <BrandMark />
          <span className="rounded-full bg-surface-accent px-3 py-1 text-xs font-semibold text-foreground">
            Admin
          </span>
        </Link>
        <div className="ml-auto flex items-center gap-3">
          <Link
            to="/"
            className="inline-flex min-h-11 items-center rounded-full px-4 font-medium text-primary hover:bg-surface-accent max-sm:hidden"
          >
            Open the shop
          </Link>
          <AccountLinks />
        </div>
      </div>
    </header>
  );
}
