import { useEffect } from 'react';
import { useSearchParams } from 'react-router';
import { useShortcuts } from '#app/admin/keyboard/use-shortcuts.ts';
import { MissingOrders } from '#app/admin/print/missing-orders.tsx';
import { NoOrders } from '#app/admin/print/no-orders.tsx';
import { idsOf } from '#app/admin/print/order-ids-param.ts';
import { useOrders } from '#app/admin/print/use-orders.ts';
import { LoadError } from '#app/shell/api/load-error.tsx';
import { Button } from '#app/ui/button.tsx';
import { Spinner } from '#app/ui/spinner.tsx';
import { ManifestSheet } from './manifest-sheet.tsx';
import { manifestsOf } from './manifests.ts';

/** Prints the orders of the URL: a sheet per courier with the parcels it was handed. */
export default function ManifestScreen() {
  const [params] = useSearchParams();
  const ids = idsOf(params);
  const { orders, gone, pending, error, retrying, refetch } = useOrders(ids);
  const manifests = manifestsOf(orders);
  const ready = !pending && !error && manifests.length > 0;
  useShortcuts({ i: () => window.print() });
  // The screen was opened to print.
  useEffect(() => {
    if (ready) window.print();
  }, [ready]);

  if (pending) return <Spinner label="Loading..." />;
  if (error) return <LoadError error={error} retrying={retrying} onRetry={refetch} />;
  return (
    <section aria-labelledby="manifest">
      <title>Manifest | Admin</title>
      <div className="mb-5 grid gap-3 print:hidden">
        <h1 id="manifest" className="text-2xl">
          Manifest
        </h1>
        <MissingOrders gone={gone} />
        {ids.length === 0 ? (
          <NoOrders />
        ) : (
          manifests.length === 0 && <p>None of these orders is with a courier.</p>
        )}
        <Button className="w-fit" disabled={manifests.length === 0} onClick={() => window.print()}>
          Print
        </Button>
      </div>
      {manifests.map((manifest) => (
        <ManifestSheet key={manifest.courier} manifest={manifest} />
      ))}
    </section>
  );
}
