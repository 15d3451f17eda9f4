import { Suspense } from 'react';
import { useParams } from 'react-router';
import { NotFound } from '#app/pages/not-found.tsx';
import { Navigate } from '#app/ui/link.js';
import { Spinner } from '#app/ui/spinner.tsx';
import { AdminFrame } from './admin-frame.tsx';
import { screenAt } from './navigation.ts';
import { useStaff } from './staff/use-staff.ts';

/**
 * The screen of the open path, in the admin's frame. A table (`navigation.ts`) instead of React Router's `<Routes>`,
 * which every shopper would download with the framework.
 */
export function Screens() {
  const { role } = useStaff();
  const path = useParams()['*'] ?? '';
  const { Screen, id } = screenAt(path, role);
  // It was a screen of its own, to which bookmarks lead.
  if (path === 'stock') return <Navigate to="/admin/products" replace />;
  return (
    <AdminFrame>
      <Suspense fallback={<Spinner label="Loading..." />}>
        {/* The key: the forms and dialogs of one order must not stay open for the next one. */}
        {Screen ? <Screen key={id} id={id} /> : <NotFound />}
      </Suspense>
    </AdminFrame>
  );
}
