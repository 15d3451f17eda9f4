import * as z from 'zod/mini';
import type { EndpointTable } from '#contract/endpoint.ts';
import { Id, plain, requiredText, unchanged } from '#contract/fields.ts';
import { STAFF_ROLES } from '#domain/staff.ts';
import { AddressCorrection } from './address-correction.ts';
import { Version } from './fields.ts';
import { BulkAction, BulkOutcome, OrderAction } from './order-actions.ts';
import { OrderExportQuery, OrderList, OrderListQuery } from './order-list.ts';
import { OrderDetail } from './order-views.ts';
import { ParcelCorrection } from './parcel-correction.ts';
import { ManualRefundForm, RefundForm } from './refunds.ts';

/** How many orders one request for details may name: their ids make a URL of 4 kB. */
export const MAX_DETAILS = 100;

const OrderDetailsQuery = z.object({
  /** Ids with commas between them. */
  ids: z.pipe(
    z.pipe(
      z.string().check(z.overwrite(unchanged), z.maxLength(37 * MAX_DETAILS), plain),
      z.transform((ids: string) => ids.split(',')),
    ),
    z.array(Id).check(z.maxLength(MAX_DETAILS)),
  ),
});

const order = z.object({ id: Id });

/** Each change answers with the order as it is afterwards. */
export const adminOrderEndpoints = {
  'GET /admin/orders': {
    summary: 'A page of orders by queue, filters and search',
    access: 'staff',
    roles: STAFF_ROLES,
    query: OrderListQuery,
    status: 200,
    response: OrderList,
    errors: [],
  },
  'GET /admin/orders/export': {
    summary:
      'All orders of a queue, filters and search as a CSV file, at most 10,000; names only for owners',
    access: 'staff',
    roles: ['owner', 'accountant'],
    recentFactor: true,
    query: OrderExportQuery,
    status: 200,
    response: z.object({ filename: z.string(), csv: z.string() }),
    errors: [],
  },
  'GET /admin/orders/details': {
    summary:
      'Several orders as on their own pages, in the order of `ids`; those that are not found are left out',
    access: 'staff',
    roles: STAFF_ROLES,
    query: OrderDetailsQuery,
    status: 200,
    response: z.object({ orders: z.array(OrderDetail) }),
    errors: [],
  },
  'GET /admin/orders/{id}': {
    summary: 'One order with its history and what can be done now',
    access: 'staff',
    roles: STAFF_ROLES,
    params: order,
    status: 200,
    response: OrderDetail,
    errors: ['order_not_found'],
  },
  'POST /admin/orders/{id}/actions': {
    summary: 'Do one thing to one order: a verb with the version that was seen',
    access: 'staff',
    roles: ['owner', 'packer'],
    params: order,
    body: OrderAction,
    status: 200,
    response: OrderDetail,
    errors: [
      'order_not_found',
      'order_changed',
      'not_allowed_now',
      'not_permitted',
      'tracking_number_taken',
      'refund_too_large',
      'stock_changed',
    ],
  },
  'POST /admin/orders/actions': {
    summary: 'Do one thing to several orders: one transaction and one outcome for each',
    access: 'staff',
    roles: ['owner', 'packer'],
    body: BulkAction,
    status: 200,
    response: z.object({ outcomes: z.array(BulkOutcome) }),
    errors: ['not_permitted'],
  },
  'PATCH /admin/orders/{id}/address': {
    summary: 'Correct the address of an order that has not been handed over; tells the shopper',
    access: 'staff',
    roles: ['owner', 'packer'],
    params: order,
    body: AddressCorrection,
    status: 200,
    response: OrderDetail,
    errors: ['order_not_found', 'order_changed', 'not_allowed_now'],
  },
  'PATCH /admin/orders/{id}/parcel': {
    summary:
      'Correct the courier or the tracking number of a parcel that was handed over; tells the shopper while it is on its way',
    access: 'staff',
    roles: ['owner', 'packer'],
    params: order,
    body: ParcelCorrection,
    status: 200,
    response: OrderDetail,
    errors: [
      'order_not_found',
      'order_changed',
      'not_allowed_now',
      'not_found',
      'tracking_number_taken',
    ],
  },
  'POST /admin/orders/{id}/notes': {
    summary: 'Write a note for the staff; shoppers never see it',
    access: 'staff',
    roles: ['owner', 'packer'],
    params: order,
    body: z.strictObject({ text: requiredText(1000, 'Write something') }),
    idempotent: true,
    status: 200,
    response: OrderDetail,
    errors: ['order_not_found', 'idempotency_key_reused'],
  },
  'POST /admin/orders/{id}/emails': {
    summary: 'Send the customer the last email about the order again: once a minute',
    access: 'staff',
    roles: ['owner'],
    params: order,
    body: z.strictObject({ version: Version }),
    idempotent: true,
    status: 200,
    response: OrderDetail,
    errors: [
      'order_not_found',
      'idempotency_key_reused',
      'order_changed',
      'email_waits',
      'nothing_to_send',
    ],
  },
  'POST /admin/orders/{id}/refunds': {
    summary: 'Refund all or part of an online payment',
    access: 'staff',
    roles: ['owner'],
    recentFactor: true,
    params: order,
    body: RefundForm,
    idempotent: true,
    status: 200,
    response: OrderDetail,
    errors: [
      'order_not_found',
      'idempotency_key_reused',
      'order_changed',
      'not_allowed_now',
      'refund_too_large',
    ],
  },
  'POST /admin/orders/{id}/manual-refunds': {
    summary:
      'Record a refund by hand: of an order paid in cash, or where an online refund has failed',
    access: 'staff',
    roles: ['owner', 'accountant'],
    recentFactor: true,
    params: order,
    body: ManualRefundForm,
    idempotent: true,
    status: 200,
    response: OrderDetail,
    errors: [
      'order_not_found',
      'idempotency_key_reused',
      'order_changed',
      'not_allowed_now',
      'refund_too_large',
    ],
  },
} as const satisfies EndpointTable;
