import {
  MAX_NUMBERS_LISTED,
  type OrderList,
  type OrderListQuery,
} from '#contract/admin/order-list.ts';
import type { OrderDetail } from '#contract/admin/order-views.ts';
import type { adminOrderEndpoints } from '#contract/admin/orders.ts';
import { parseNumberList } from '#domain/number-list.ts';
import type { RunExclusive } from '#server/admin/reports/routes.ts';
import type { Transaction } from '#server/database/database.ts';
import { pageOf } from '#server/database/page-of.ts';
import { requireRow } from '#server/database/require-row.ts';
import type { StaffAccess } from '#server/database/staff-database.ts';
import type { Handlers } from '#server/http/serve-endpoints.ts';
import type { Jobs } from '#server/jobs/jobs.ts';
import { applyVerb } from './apply-verb.ts';
import { applyVerbToOrders } from './bulk-actions.ts';
import { type Change, changeOrder } from './change-order.ts';
import { addNote, correctAddress, correctParcel } from './correct-order.ts';
import { exportOrders } from './export-orders.ts';
import { findOrderRows } from './list-orders.ts';
import { detailView, rowView } from './order-view.ts';
import { findOrderDetails } from './queries.ts';
import { addManualRefund, refundOrder } from './refund-order.ts';
import { sendEmailAgain } from './send-email-again.ts';

const PAGE_LENGTH = 50;

export function adminOrderHandlers(
  { jobs }: { jobs: Jobs },
  runExclusive: RunExclusive,
): Handlers<typeof adminOrderEndpoints> {
  /** Makes a change and returns the order as it is then. */
  async function change(staff: StaffAccess, id: string, made: Change<Transaction>, text?: string) {
    await changeOrder(staff, jobs, id, made, text);
    return readOrder(staff, id);
  }
  return {
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

    'PATCH /admin/orders/{id}/address': ({ staff, params: { id }, body }) =>
      change(staff, id, correctAddress(id, body)),

    'PATCH /admin/orders/{id}/parcel': ({ staff, params: { id }, body }) =>
      change(staff, id, correctParcel(id, body)),

    'POST /admin/orders/{id}/notes': ({ staff, params: { id }, body, idempotencyKey }) =>
      change(staff, id, addNote(id, body.text, idempotencyKey)),

    'POST /admin/orders/{id}/emails': ({ staff, params: { id }, body, idempotencyKey }) =>
      change(staff, id, sendEmailAgain(jobs, id, body.version, idempotencyKey)),

    'POST /admin/orders/{id}/refunds': ({ staff, params: { id }, body, idempotencyKey }) =>
      change(staff, id, refundOrder(id, body, idempotencyKey), body.note),

    'POST /admin/orders/{id}/manual-refunds': ({ staff, params: { id }, body, idempotencyKey }) =>
      change(staff, id, addManualRefund(id, body, idempotencyKey)),
  };
}

/** A page of the list. */
async function listOrders(staff: StaffAccess, query: OrderListQuery): Promise<OrderList> {
  const length = query.q && parseNumberList(query.q) ? MAX_NUMBERS_LISTED : PAGE_LENGTH;
  const { page, next } = pageOf(
    await staff.rows(findOrderRows(query, length + 1)),
    length,
    ({ id }) => id,
  );
  return { orders: page.map(rowView), next };
}

/** @throws AppError order_not_found, also for one that the role may not see. */
async function readOrder(staff: StaffAccess, id: string): Promise<OrderDetail> {
  const order = requireRow(await staff.rows(findOrderDetails([id])), 'order_not_found');
  return detailView(order);
}

/** Several orders in the order of `ids`, in one statement, without those that the role may not see. */
async function readOrders(staff: StaffAccess, ids: string[]): Promise<OrderDetail[]> {
  return (await staff.rows(findOrderDetails(ids))).map(detailView);
}
