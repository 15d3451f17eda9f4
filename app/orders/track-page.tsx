import { lazy, Suspense } from 'react';
import { emailedLinkMeta } from '#app/shell/accounts/emailed-link.ts';
import { useHydrated } from '#app/shell/document/use-hydrated.ts';
import { Spinner } from '#app/ui/spinner.tsx';

export function meta() {
  return emailedLinkMeta('Where your order is');
}

/** Loaded lazily: the files of a route are listed in the route manifest, which every shopper downloads. */
const SharedTimeline = lazy(() => import('./shared-timeline.tsx'));

/** The page of an emailed link to an order. The document is the same for every token: the browser loads the order. */
export default function TrackPage() {
  const loading = <Spinner label="Loading..." />;
  return (
    <div data-guarded className="min-h-svh">
      {useHydrated() ? (
        <Suspense fallback={loading}>
          <SharedTimeline />
        </Suspense>
      ) : (
        loading
      )}
    </div>
  );
}
