import { adminOrderEndpoints } from '#contract/admin/orders.ts';
import type { RunExclusive } from '#server/admin/reports/report-mutex.ts';
import type { StaffDatabase } from '#server/database/staff-database.ts';
import { type Authenticate, serveEndpoints } from '#server/http/serve-endpoints.ts';
import type { Jobs } from '#server/jobs/jobs.ts';
import { applyVerb, writeNote } from './apply-verb.ts';
import { applyVerbToOrders } from './bulk-actions.ts';
import { correctAddress } from './correct-address.ts';
import { correctParcel } from './correct-parcel.ts';
import { exportOrders } from './export-orders.ts';
import { listOrders, readOrder, readOrders } from './read-orders.ts';
import { recordManualRefund, refundOnline } from './refund-order.ts';
import { sendEmailAgain } from './send-email-again.ts';

export function adminOrderRoutes(
  { staffDatabase, jobs }: { staffDatabase: StaffDatabase; jobs: Jobs },
  authenticate: Authenticate,
  runExclusive: RunExclusive,
) {
  return serveEndpoints(
    adminOrderEndpoints,
    authenticate,
    {
      'GET /admin/orders': ({ staff, query }) => listOrders(staff, query),

      'GET /admin/orders/export': ({ staff, query }) => exportOrders(staff, runExclusive, query),

      'GET /admin/orders/details': async ({ staff, query }) => ({
        orders: await readOrders(staff, query.ids),
      }),

      'GET /admin/orders/{id}': ({ staff, params }) => readOrder(staff, params.id),

      'POST /admin/orders/{id}/actions': async ({ staff, params, body }) => {
        await applyVerb(staff, jobs, params.id, body);
        return readOrder(staff, params.id);
      },

      'POST /admin/orders/actions': async ({ staff, body }) => ({
        outcomes: await applyVerbToOrders(staff, jobs, body),
      }),

      'PATCH /admin/orders/{id}/address': async ({ staff, params, body }) => {
        await correctAddress(staff, jobs, params.id, body);
        return readOrder(staff, params.id);
      },

      'PATCH /admin/orders/{id}/parcel': async ({ staff, params, body }) => {
        await correctParcel(staff, jobs, params.id, body);
        return readOrder(staff, params.id);
      },

      'POST /admin/orders/{id}/notes': async ({ staff, params, body, idempotencyKey }) => {
        await writeNote(staff, params.id, body.text, idempotencyKey);
        return readOrder(staff, params.id);
      },

      'POST /admin/orders/{id}/emails': async ({ staff, params, body, idempotencyKey }) => {
        await sendEmailAgain(staff, jobs, params.id, body.version, idempotencyKey);
        return readOrder(staff, params.id);
      },

      'POST /admin/orders/{id}/refunds': async ({ staff, params, body, idempotencyKey }) => {
        await refundOnline(staff, jobs, params.id, body, idempotencyKey);
        return readOrder(staff, params.id);
      },

      'POST /admin/orders/{id}/manual-refunds': async ({ staff, params, body, idempotencyKey }) => {
        await recordManualRefund(staff, jobs, params.id, body, idempotencyKey);
        return readOrder(staff, params.id);
      },
    },
    staffDatabase,
  );
}
