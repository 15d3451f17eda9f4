import { lazy, Suspense } from 'react';
import { privateMeta } from '#app/shell/document/site-meta.ts';
import { useHydrated } from '#app/shell/document/use-hydrated.ts';
import { PageLayout } from '#app/shell/page-layout.ts';
import { AdminHeader } from './admin-header.tsx';

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
