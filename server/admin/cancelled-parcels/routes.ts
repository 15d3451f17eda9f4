import { cancelledParcelEndpoints } from '#contract/admin/cancelled-parcels.ts';
import { requireActionDone } from '#server/admin/orders/require-action-done.ts';
import type { StaffDatabase } from '#server/database/staff-database.ts';
import { type Authenticate, serveEndpoints } from '#server/http/serve-endpoints.ts';
import { cancelledParcels, takeOutParcel } from './queries.ts';

export function cancelledParcelRoutes(staffDatabase: StaffDatabase, authenticate: Authenticate) {
  return serveEndpoints(
    cancelledParcelEndpoints,
    authenticate,
    {
      'GET /admin/cancelled-parcels': ({ staff }) => staff.rows(cancelledParcels()),
      'PATCH /admin/cancelled-parcels/{id}': ({ staff, params, body }) =>
        staff.transact(async (tx) => {
          const [taken] = await tx.rows(takeOutParcel(params.id, body.taken_out));
          await requireActionDone(tx, params.id, taken);
          return tx.rows(cancelledParcels());
        }),
    },
    staffDatabase,
  );
}
