import type { AddressCorrection } from '#contract/admin/address-correction.ts';
import {
  MAX_NUMBERS_LISTED,
  type OrderList,
  type OrderListQuery,
} from '#contract/admin/order-list.ts';
import type { OrderDetail } from '#contract/admin/order-views.ts';
import type { adminOrderEndpoints } from '#contract/admin/orders.ts';
import type { ParcelCorrection } from '#contract/admin/parcel-correction.ts';
import type { ManualRefundForm, RefundForm } from '#contract/admin/refunds.ts';
import { toPaise } from '#domain/money.ts';
import { parseNumberList } from '#domain/number-list.ts';
import type { RunExclusive } from '#server/admin/reports/report-mutex.ts';
import { pageOf } from '#server/database/page-of.ts';
import { requireRow } from '#server/database/require-row.ts';
import type { StaffAccess } from '#server/database/staff-database.ts';
import { statement } from '#server/database/tables.ts';
import type { Handlers } from '#server/http/serve-endpoints.ts';
import type { Jobs } from '#server/jobs/jobs.ts';
import type { ActionResult } from '#server/orders/action-query.ts';
import { queueFollowUps } from '#server/orders/follow-up-jobs.ts';
import { applyVerb, writeNote } from './apply-verb.ts';
import { applyVerbToOrders } from './bulk-actions.ts';
import { exportOrders } from './export-orders.ts';
import { listPage, rowsOfPage } from './list-page.ts';
import { detailView, rowView } from './order-view.ts';
import {
  addManualRefund,
  addStepNote,
  findOrderDetails,
  refundOrder,
  takeOutParcel,
} from './queries.ts';
import { requireActionDone } from './require-action-done.ts';
import { sendEmailAgain } from './send-email-again.ts';

const PAGE_LENGTH = 50;

export function adminOrderHandlers(
  { jobs }: { jobs: Jobs },
  runExclusive: RunExclusive,
): Handlers<typeof adminOrderEndpoints> {
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
  };
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

/**
 * Corrects the address that an order goes to, with its event, audit entry and email in one transaction. The shopper's
 * saved addresses do not change. A repeated request, or one with the address that the order has, changes nothing.
 *
 * @throws AppError order_not_found; order_changed; not_allowed_now once the parcel is handed over. The last two have the
 * current order.
 */
function correctAddress(
  staff: StaffAccess,
  jobs: Jobs,
  id: string,
  { version, ...address }: AddressCorrection,
): Promise<void> {
  return staff.transact(async (tx) => {
    const [row] = await tx.rows(correctAddressQuery(id, version, address));
    await queueFollowUps(jobs, tx, id, 'correct_address', await requireActionDone(tx, id, row));
  });
}

/** See correct_order_address() in db/schema. */
function correctAddressQuery(id: string, version: number, address: object) {
  return statement<Pick<ActionResult, 'outcome' | 'event' | 'shopper'>>`
    select outcome, event::text, shopper
    from correct_order_address(${id}, ${version}, ${JSON.stringify(address)}::jsonb)`;
}

/**
 * Corrects the courier or the tracking number of a parcel that was handed over, with its event, audit entry and email in
 * one transaction. The shopper gets an email if the parcel is on its way and the former number was emailed. A
 * repeated request, or one without a difference, changes nothing.
 *
 * @throws AppError order_not_found; order_changed; not_allowed_now before the hand-over, once the parcel is back or lost,
 * and for another courier once the cash was paid; not_found for an unknown courier; invalid_input; tracking_number_taken.
 */
function correctParcel(
  staff: StaffAccess,
  jobs: Jobs,
  id: string,
  correction: ParcelCorrection,
): Promise<void> {
  return staff.transact(async (tx) => {
    const [row] = await tx.rows(correctParcelQuery(id, correction));
    await queueFollowUps(jobs, tx, id, 'correct_parcel', await requireActionDone(tx, id, row));
  });
}

/** See correct_parcel() in db/schema. */
function correctParcelQuery(id: string, { version, courier, tracking_number }: ParcelCorrection) {
  return statement<Pick<ActionResult, 'outcome' | 'event' | 'shopper'>>`
    select outcome, event::text, shopper
    from correct_parcel(${id}, ${version}, ${courier}, ${tracking_number ?? null})`;
}

/** A page of the list. */
async function listOrders(staff: StaffAccess, query: OrderListQuery): Promise<OrderList> {
  const length = query.q && parseNumberList(query.q) ? MAX_NUMBERS_LISTED : PAGE_LENGTH;
  const [stored] = await staff.rows(listPage(query, length + 1));
  const { page, next } = pageOf(stored ? rowsOfPage(stored) : [], length, ({ id }) => id);
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
