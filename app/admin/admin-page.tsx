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
      {useHydrated() && (
        <Suspense>
          <AdminApp />
        </Suspense>
      )}
    </div>
  );
}
