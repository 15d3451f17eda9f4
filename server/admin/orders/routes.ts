import { adminOrderEndpoints } from '#contract/admin/orders.ts';
import type { AdminDependencies } from '#server/admin/admin-routes.ts';
import { type Authenticate, serve } from '#server/http/serve-endpoints.ts';
import { act, actOnSeveral, note, recordManualRefund, refund } from './act.ts';
import { correctAddress } from './correct-address.ts';
import { listOrders, readOrder, readOrders } from './list.ts';

export function adminOrderRoutes(deps: AdminDependencies, authenticate: Authenticate) {
  const { staffDatabase, jobs } = deps;
  return serve(
    adminOrderEndpoints,
    authenticate,
    {
      'GET /admin/orders': ({ staff, query }) => listOrders(staff, query),

      'GET /admin/orders/details': async ({ staff, query }) => ({
        orders: await readOrders(staff, query.ids),
      }),

      'GET /admin/orders/{id}': ({ staff, params }) => readOrder(staff, params.id),

      'POST /admin/orders/{id}/actions': async ({ staff, params, body }) => {
        await act(staff, jobs, params.id, body);
        return readOrder(staff, params.id);
      },

      'POST /admin/orders/actions': async ({ staff, body }) => ({
        outcomes: await actOnSeveral(staff, jobs, body),
      }),

      'PATCH /admin/orders/{id}/address': async ({ staff, params, body }) => {
        await correctAddress(staff, jobs, params.id, body);
        return readOrder(staff, params.id);
      },

      'POST /admin/orders/{id}/notes': async ({ staff, params, body, idempotencyKey }) => {
        await note(staff, params.id, body.text, idempotencyKey);
        return readOrder(staff, params.id);
      },

      'POST /admin/orders/{id}/refunds': async ({ staff, params, body, idempotencyKey }) => {
        await refund(staff, jobs, params.id, body, idempotencyKey);
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
