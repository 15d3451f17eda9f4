import { useCouriers } from '#app/admin/orders/actions/use-couriers.ts';
import { OrdersOfUrl } from '#app/admin/print/orders-of-url.tsx';
import { Screen } from '#app/admin/screen.tsx';
import { LoadError } from '#app/shell/api/load-error.tsx';
import { Spinner } from '#app/ui/spinner.tsx';
import { Parcels } from './parcels.tsx';

/** Hands many parcels to one courier: a tracking number for each, typed, scanned or pasted as a list. */
export default function HandOverScreen() {
  const couriers = useCouriers();
  const { error, retrying, retry, pending } = couriers;
  return (
    <OrdersOfUrl>
      {(orders, notices, ids) => (
        <Screen heading="Hand over">
          {notices}
          {error && <LoadError error={error} retrying={retrying} onRetry={retry} />}
          {pending && !error && <Spinner label="Loading..." />}
          {ids.length > 0 && !error && !pending && (
            <Parcels key={ids.join()} ids={ids} orders={orders} couriers={couriers} />
          )}
        </Screen>
      )}
    </OrdersOfUrl>
  );
}
