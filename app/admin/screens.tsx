import { Suspense } from 'react';
import { useParams } from 'react-router';
import { NotFound } from '#app/pages/not-found.tsx';
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
  const { Screen, id } = screenAt(useParams()['*'] ?? '', role);
  return (
    <AdminFrame>
      <Suspense fallback={<Spinner label="Loading..." />}>
        {/* The key: the forms and dialogs of one order must not stay open for the next one. */}
        {Screen ? <Screen key={id} id={id} /> : <NotFound />}
      </Suspense>
    </AdminFrame>
  );
}
