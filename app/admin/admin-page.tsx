import { lazy, Suspense } from 'react';
import { privateMeta } from '#app/shell/document/site-meta.ts';
import { PageLayout } from '#app/shell/page-layout.ts';
import styles from './admin.css?url';
import { AdminHeader } from './admin-header.tsx';

/** Apart from this route: each chunk that a route imports is a name in the manifest, which every shopper downloads. */
const Admin = lazy(() => import('./admin.tsx'));

export function meta() {
  return privateMeta('Admin');
}

export const links = () => [{ rel: 'stylesheet', href: styles }];

export const handle = new PageLayout(AdminHeader, () => null);

/** The staff's part of the shop. It shows nothing without scripts, so hydration starts at once. */
export default function AdminPage() {
  return (
    <div data-guarded className="min-h-svh">
      <Suspense>
        <Admin />
      </Suspense>
    </div>
  );
}
