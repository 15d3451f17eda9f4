import * as z from 'zod/mini';
import type { EndpointTable } from '#contract/endpoint.ts';
import { Id, plain, requiredText, unchanged } from '#contract/fields.ts';
import { STAFF_ROLES } from '#domain/staff.ts';
import { Version } from './fields.ts';
import {
  AddressCorrection,
  BulkAction,
  BulkOutcome,
  OrderAction,
  ParcelCorrection,
} from './order-actions.ts';
import { OrderExportQuery, OrderList, OrderListQuery } from './order-list.ts';
import { OrderDetail } from './order-views.ts';
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

const ofOrder = { access: 'staff', params: order, status: 200, response: OrderDetail } as const;

/** A change that an order allows in its present state only. */
const CHANGE_ERRORS = ['order_not_found', 'order_changed', 'not_allowed_now'] as const;

/** A refund, which is sent once. */
const refund = {
  ...ofOrder,
  recentFactor: true,
  idempotent: true,
  errors: [...CHANGE_ERRORS, 'idempotency_key_reused', 'refund_too_large'],
} as const;

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
    ...ofOrder,
    summary: 'One order with its history and what can be done now',
    roles: STAFF_ROLES,
    errors: ['order_not_found'],
  },
  'POST /admin/orders/{id}/actions': {
    ...ofOrder,
    summary: 'Do one thing to one order: a verb with the version that was seen',
    roles: ['owner', 'packer'],
    body: OrderAction,
    errors: [
      ...CHANGE_ERRORS,
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
    ...ofOrder,
    summary: 'Correct the address of an order that has not been handed over; tells the shopper',
    roles: ['owner', 'packer'],
    body: AddressCorrection,
    errors: CHANGE_ERRORS,
  },
  'PATCH /admin/orders/{id}/parcel': {
    ...ofOrder,
    summary:
      'Correct the courier or the tracking number of a parcel that was handed over; tells the shopper while it is on its way',
    roles: ['owner', 'packer'],
    body: ParcelCorrection,
    errors: [...CHANGE_ERRORS, 'not_found', 'tracking_number_taken'],
  },
  'POST /admin/orders/{id}/notes': {
    ...ofOrder,
    summary: 'Write a note for the staff; shoppers never see it',
    roles: ['owner', 'packer'],
    body: z.strictObject({ text: requiredText(1000, 'Write something') }),
    idempotent: true,
    errors: ['order_not_found', 'idempotency_key_reused'],
  },
  'POST /admin/orders/{id}/emails': {
    ...ofOrder,
    summary: 'Send the customer the last email about the order again: once a minute',
    roles: ['owner'],
    body: z.strictObject({ version: Version }),
    idempotent: true,
    errors: [
      'order_not_found',
      'idempotency_key_reused',
      'order_changed',
      'email_waits',
      'nothing_to_send',
    ],
  },
  'POST /admin/orders/{id}/refunds': {
    ...refund,
    summary: 'Refund all or part of an online payment',
    roles: ['owner'],
    body: RefundForm,
  },
  'POST /admin/orders/{id}/manual-refunds': {
    ...refund,
    summary:
      'Record a refund by hand: of an order paid in cash, or where an online refund has failed',
    roles: ['owner', 'accountant'],
    body: ManualRefundForm,
  },
} as const satisfies EndpointTable;
