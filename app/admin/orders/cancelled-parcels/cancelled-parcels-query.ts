import { queryOptions } from '@tanstack/react-query';
import { callAdmin } from '#app/admin/call-admin.ts';
import { reloadOrders, WORK_LISTS } from '#app/admin/orders/order-queries.ts';
import { cancelQueries, queryClient } from '#app/shell/api/query-client.ts';

/** The closed parcels of cancelled orders. */
export const cancelledParcelsQuery = queryOptions({
  queryKey: [...WORK_LISTS, 'cancelled-parcels'],
  queryFn: () => callAdmin('GET /admin/cancelled-parcels'),
});

/** Notes that an order's parcel was taken out. */
export async function takeOut(order: string): Promise<void> {
  await note(order, true);
  cancelQueries(cancelledParcelsQuery.queryKey);
  // Not the list of the response: the response to an earlier request, about another parcel, may arrive later.
  queryClient.setQueryData(cancelledParcelsQuery.queryKey, (parcels) =>
    parcels?.filter(({ id }) => id !== order),
  );
  void reloadOrders();
}

/** Notes that it was not taken out after all. */
export async function undoTakeOut(order: string): Promise<void> {
  await note(order, false);
  await reloadOrders();
}

const note = (order: string, taken_out: boolean) =>
  callAdmin('PATCH /admin/cancelled-parcels/{id}', { params: { id: order }, body: { taken_out } });
