import { lazy, Suspense } from 'react';
import { Route, Routes } from 'react-router';
import { NotFound } from '#app/pages/not-found.tsx';
import { Spinner } from '#app/ui/spinner.tsx';
import { AdminFrame } from './admin-frame.tsx';

const TodayScreen = lazy(() => import('./today/today-screen.tsx'));
const OrderListScreen = lazy(() => import('./orders/order-list-screen.tsx'));
const OrderScreen = lazy(() => import('./orders/order-screen.tsx'));

/** Which screen each path under /admin shows; each is downloaded when it is opened. */
export function Screens() {
  return (
    <AdminFrame>
      <Suspense fallback={<Spinner label="Loading..." />}>
        <Routes>
          <Route index element={<TodayScreen />} />
          <Route path="orders" element={<OrderListScreen />} />
          <Route path="orders/:id" element={<OrderScreen />} />
          <Route path="*" element={<NotFound />} />
        </Routes>
      </Suspense>
    </AdminFrame>
  );
}
