import { type ComponentType, lazy, Suspense } from 'react';
import { useParams } from 'react-router';
import { NotFound } from '#app/pages/not-found.tsx';
import { Spinner } from '#app/ui/spinner.tsx';
import type { StaffRole } from '#domain/staff.ts';
import { AdminFrame } from './admin-frame.tsx';
import { entriesFor } from './navigation.ts';
import { useStaff } from './staff/use-staff.ts';

/** A screen; `id` is the second part of its path. */
type Screen = ComponentType<{ id: string }>;

/**
 * The screens by the first part of their path under /admin; with a slash, those that have an id, and after
 * another slash what follows the id. Each is downloaded when it is opened. A table instead of React Router's `<Routes>`,
 * which every shopper would download with the framework.
 */
const SCREENS: Record<string, Screen> = {
  '': lazy(() => import('./today/today-screen.tsx')),
  orders: lazy(() => import('./orders/order-list-screen.tsx')),
  'orders/': lazy(() => import('./orders/order-screen.tsx')),
  print: lazy(() => import('./print/print-screen.tsx')),
  pack: lazy(() => import('./pack/pack-screen.tsx')),
  'hand-over': lazy(() => import('./hand-over/hand-over-screen.tsx')),
  manifest: lazy(() => import('./manifest/manifest-screen.tsx')),
  stock: lazy(() => import('./stock/stock-screen.tsx')),
  products: lazy(() => import('./products/product-list-screen.tsx')),
  'products/': lazy(() => import('./products/product-screen.tsx')),
  'products//preview': lazy(() => import('./products/preview-screen.tsx')),
  messages: lazy(() => import('./messages/message-list-screen.tsx')),
  'messages/': lazy(() => import('./messages/message-screen.tsx')),
  customers: lazy(() => import('./customers/customer-list-screen.tsx')),
  'customers/': lazy(() => import('./customers/customer-screen.tsx')),
  newsletter: lazy(() => import('./newsletter/newsletter-screen.tsx')),
  'newsletter/': lazy(() => import('./newsletter/letter-screen.tsx')),
  cash: lazy(() => import('./cash/cash-screen.tsx')),
  reports: lazy(() => import('./reports/reports-screen.tsx')),
  settings: lazy(() => import('./settings/settings-screen.tsx')),
  staff: lazy(() => import('./staff/staff-screen.tsx')),
  audit: lazy(() => import('./audit/audit-screen.tsx')),
};

/** Screens of parcels that no entry leads to. */
const PARCELS = ['print', 'pack', 'hand-over', 'manifest'];

/** Whether a role has nothing to do on a screen: the server would refuse what it asks. */
function isClosed(name: string, role: StaffRole): boolean {
  if (PARCELS.includes(name)) return role === 'accountant';
  const to = `/admin/${name}`;
  return (
    entriesFor('owner').some((entry) => entry.to === to) &&
    !entriesFor(role).some((entry) => entry.to === to)
  );
}

/** The screen of the open path, in the admin's frame. */
export function Screens() {
  const path = useParams()['*'] ?? '';
  const [name = '', id, ...rest] = path.replace(/\/$/, '').split('/');
  const { role } = useStaff();
  const key = id === undefined ? name : [name, '', ...rest].join('/');
  // Not 'constructor' and the like.
  const known = Object.hasOwn(SCREENS, key) && !isClosed(name, role);
  const Screen = known ? SCREENS[key] : undefined;
  return (
    <AdminFrame>
      <Suspense fallback={<Spinner label="Loading..." />}>
        {/* The key: what was typed and opened for one order is not for the next one. */}
        {Screen ? <Screen key={id ?? ''} id={id ?? ''} /> : <NotFound />}
      </Suspense>
    </AdminFrame>
  );
}
