import { type ComponentType, lazy, Suspense } from 'react';
import { useParams } from 'react-router';
import { NotFound } from '#app/pages/not-found.tsx';
import { Spinner } from '#app/ui/spinner.tsx';
import { AdminFrame } from './admin-frame.tsx';

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
  'hand-over': lazy(() => import('./hand-over/hand-over-screen.tsx')),
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

/** The screen of the open path, in the admin's frame. */
export function Screens() {
  const path = useParams()['*'] ?? '';
  const [name = '', id, ...rest] = path.replace(/\/$/, '').split('/');
  const Screen = SCREENS[id === undefined ? name : [name, '', ...rest].join('/')];
  return (
    <AdminFrame>
      <Suspense fallback={<Spinner label="Loading..." />}>
        {Screen ? <Screen id={id ?? ''} /> : <NotFound />}
      </Suspense>
    </AdminFrame>
  );
}
