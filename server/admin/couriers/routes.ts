import { violates } from '@aparajita/postgres/error-codes';
import { type Courier, courierEndpoints } from '#contract/admin/couriers.ts';
import { AppError } from '#contract/errors.ts';
import { insertAudit } from '#server/admin/audit/queries.ts';
import type { StaffAccess, StaffDatabase } from '#server/database/staff-database.ts';
import { type Authenticate, serve } from '#server/http/serve-endpoints.ts';
import { insertCourier, listCouriers, updateCourier } from './queries.ts';

export function courierRoutes(staffDatabase: StaffDatabase, authenticate: Authenticate) {
  return serve(
    courierEndpoints,
    authenticate,
    {
      'GET /admin/couriers': ({ staff }) => staff.rows(listCouriers()),
      'POST /admin/couriers': ({ staff, body }) => save(staff, insertCourier(body), 'add_courier'),
      'PATCH /admin/couriers/{id}': ({ staff, params, body }) =>
        save(staff, updateCourier(params.id, body), 'change_courier'),
    },
    staffDatabase,
  );
}

function save(
  staff: StaffAccess,
  change: ReturnType<typeof insertCourier>,
  verb: string,
): Promise<Courier> {
  return staff
    .transact(async (tx) => {
      const [courier] = await tx.rows(change);
      if (!courier) throw new AppError('not_found');
      const subject = { subject_type: 'courier', subject_id: courier.id };
      await tx.rows(insertAudit({ verb, ...subject, after: courier }));
      return courier;
    })
    .catch((error) => {
      if (!violates(error, 'couriers_name_key')) throw error;
      throw new AppError('invalid_input', { fields: { name: 'There is a courier of this name' } });
    });
}
