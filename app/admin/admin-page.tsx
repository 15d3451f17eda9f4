import { lazy, Suspense } from 'react';
import { useHydrated } from '#app/shell/document/hydrated.ts';
import { privateMeta } from '#app/shell/document/site-meta.ts';
import { Frame } from '#app/shell/frame.ts';
import { Spinner } from '#app/ui/spinner.tsx';
import styles from './admin.css?url';
import { AdminHeader } from './admin-header.tsx';

export function meta() {
  return privateMeta('Admin');
}

export const links = () => [{ rel: 'stylesheet', href: styles }];

export const handle = new Frame(AdminHeader, () => null);

/** Not part of the route: its parts would stand in the sitemap that every shopper downloads. */
const AdminApp = lazy(() => import('./admin-app.tsx'));

/** The admin, which begins in the browser: who is signed in is known there. */
export default function AdminPage() {
  const loading = <Spinner label="Loading..." />;
  return (
    <div data-guarded className="min-h-svh">
      {useHydrated() ? (
        <Suspense fallback={loading}>
          <AdminApp />
        </Suspense>
      ) : (
        loading
      )}
    </div>
  );
}
