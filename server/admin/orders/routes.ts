import { adminOrderEndpoints } from '#contract/admin/orders.ts';
import type { ManualRefundForm, RefundForm } from '#contract/admin/refunds.ts';
import { toPaise } from '#domain/money.ts';
import type { RunExclusive } from '#server/admin/reports/report-mutex.ts';
import type { StaffAccess, StaffDatabase } from '#server/database/staff-database.ts';
import { type Authenticate, serveEndpoints } from '#server/http/serve-endpoints.ts';
import type { Jobs } from '#server/jobs/jobs.ts';
import { queueFollowUps } from '#server/orders/follow-up-jobs.ts';
import { applyVerb, writeNote } from './apply-verb.ts';
import { applyVerbToOrders } from './bulk-actions.ts';
import { correctAddress } from './correct-address.ts';
import { correctParcel } from './correct-parcel.ts';
import { exportOrders } from './export-orders.ts';
import { addManualRefund, addStepNote, refundOrder, takeOutParcel } from './queries.ts';
import { listOrders, readOrder, readOrders } from './read-orders.ts';
import { requireActionDone } from './require-action-done.ts';
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

      'PATCH /admin/orders/{id}/cancelled-parcel': async ({ staff, params, body }) => {
        await staff.transact(async (tx) => {
          const [taken] = await tx.rows(takeOutParcel(params.id, body.taken_out));
          await requireActionDone(tx, params.id, taken);
        });
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

/**
 * Refunds a part of an online payment. The note is written as in `applyVerb`;
 * a repeated request does not write it again.
 *
 * @throws AppError the codes of `applyVerb`, and refund_too_large.
 */
function refundOnline(
  staff: StaffAccess,
  jobs: Jobs,
  id: string,
  { version, amount, reason, note }: RefundForm,
  key: string,
): Promise<void> {
  return staff.transact(async (tx) => {
    const [row] = await tx.rows(refundOrder(id, version, { paise: toPaise(amount), reason, key }));
    const acted = await requireActionDone(tx, id, row);
    if (note && acted.event !== null) await tx.rows(addStepNote(id, note, 'refund'));
    await queueFollowUps(jobs, tx, id, 'refund', acted);
  });
}

/** Records a refund that was paid by hand. @throws AppError the codes of `refundOnline`. */
function recordManualRefund(
  staff: StaffAccess,
  jobs: Jobs,
  id: string,
  { version, ...form }: ManualRefundForm,
  key: string,
): Promise<void> {
  return staff.transact(async (tx) => {
    const [acted] = await tx.rows(addManualRefund(id, version, { ...form, key }));
    await queueFollowUps(jobs, tx, id, 'manual_refund', await requireActionDone(tx, id, acted));
  });
}
