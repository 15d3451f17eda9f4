import { useSearchParams } from 'react-router';
import { useCouriers } from '#app/admin/orders/actions/use-couriers.ts';
import { MissingOrders } from '#app/admin/print/missing-orders.tsx';
import { NoOrders } from '#app/admin/print/no-orders.tsx';
import { idsOf } from '#app/admin/print/order-ids-param.ts';
import { useOrders } from '#app/admin/print/use-orders.ts';
import { LoadError } from '#app/shell/api/load-error.tsx';
import { Spinner } from '#app/ui/spinner.tsx';
import { Parcels } from './parcels.tsx';

/** Hands many parcels to one courier: a tracking number for each, typed, scanned or pasted as a list. */
export default function HandOverScreen() {
  const [params] = useSearchParams();
  const ids = idsOf(params);
  const orders = useOrders(ids);
  const couriers = useCouriers();

  const error = orders.error ?? couriers.error;
  if (error) {
    return (
      <LoadError
        error={error}
        retrying={orders.retrying || couriers.retrying}
        onRetry={() => {
          if (orders.error) void orders.refetch();
          if (couriers.error) void couriers.retry();
        }}
      />
    );
  }
  if (orders.pending || couriers.pending) return <Spinner label="Loading..." />;
  return (
    <section aria-labelledby="hand-over" className="grid gap-5">
      <title>Hand over | Admin</title>
      <h1 id="hand-over" className="text-2xl">
        Hand over
      </h1>
      <MissingOrders gone={orders.gone} />
      {ids.length === 0 ? (
        <NoOrders />
      ) : (
        <Parcels key={ids.join()} ids={ids} orders={orders.orders} couriers={couriers} />
      )}
    </section>
  );
}
