import { queryOptions } from '@tanstack/react-query';
import { callAdmin } from '#app/admin/call-admin.ts';
import { reloadOrders } from '#app/admin/orders/order-queries.ts';
import { queryClient } from '#app/shell/api/query-client.ts';

/** The closed parcels of cancelled orders. */
export const cancelledParcelsQuery = queryOptions({
  queryKey: ['admin', 'cancelled-parcels'],
  queryFn: () => callAdmin('GET /admin/cancelled-parcels'),
});

/** Notes that an order's parcel was taken out, or that it was not after all. */
export async function takeOut(order: string, taken_out: boolean): Promise<void> {
  const left = await callAdmin('PATCH /admin/cancelled-parcels/{id}', {
    params: { id: order },
    body: { taken_out },
  });
  queryClient.setQueryData(cancelledParcelsQuery.queryKey, left);
  void reloadOrders();
}
