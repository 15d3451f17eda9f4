import { lazy, Suspense } from 'react';
import { Route, Routes } from 'react-router';
import { NotFound } from '#app/pages/not-found.tsx';
import { Spinner } from '#app/ui/spinner.tsx';
import { AdminFrame } from './admin-frame.tsx';

const TodayScreen = lazy(() => import('./today/today-screen.tsx'));
const OrderListScreen = lazy(() => import('./orders/order-list-screen.tsx'));
const OrderScreen = lazy(() => import('./orders/order-screen.tsx'));
const PrintScreen = lazy(() => import('./print/print-screen.tsx'));
const HandOverScreen = lazy(() => import('./hand-over/hand-over-screen.tsx'));
const StockScreen = lazy(() => import('./stock/stock-screen.tsx'));
const CashScreen = lazy(() => import('./cash/cash-screen.tsx'));
const ReportsScreen = lazy(() => import('./reports/reports-screen.tsx'));
const SettingsScreen = lazy(() => import('./settings/settings-screen.tsx'));
const StaffScreen = lazy(() => import('./staff/staff-screen.tsx'));
const AuditScreen = lazy(() => import('./audit/audit-screen.tsx'));

/** Which screen each path under /admin shows; each is downloaded when it is opened. */
export function Screens() {
  return (
    <AdminFrame>
      <Suspense fallback={<Spinner label="Loading..." />}>
        <Routes>
          <Route index element={<TodayScreen />} />
          <Route path="orders" element={<OrderListScreen />} />
          <Route path="orders/:id" element={<OrderScreen />} />
          <Route path="print" element={<PrintScreen />} />
          <Route path="hand-over" element={<HandOverScreen />} />
          <Route path="stock" element={<StockScreen />} />
          <Route path="cash" element={<CashScreen />} />
          <Route path="reports" element={<ReportsScreen />} />
          <Route path="settings" element={<SettingsScreen />} />
          <Route path="staff" element={<StaffScreen />} />
          <Route path="audit" element={<AuditScreen />} />
          <Route path="*" element={<NotFound />} />
        </Routes>
      </Suspense>
    </AdminFrame>
  );
}
