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
import { forRoles } from './staff-endpoint.ts';

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

const staff = forRoles(...STAFF_ROLES);
const owner = forRoles('owner');
const parcels = forRoles('owner', 'packer');
const money = forRoles('owner', 'accountant');

/** What an endpoint about one order has. */
const one = {
  params: z.object({ id: Id }),
  response: OrderDetail,
  errors: ['order_not_found'],
} as const;

/** A change that an order allows in its present state only. */
const CHANGE_ERRORS = ['order_not_found', 'order_changed', 'not_allowed_now'] as const;

/** A refund, which is sent once. */
const refund = {
  ...one,
  recentFactor: true,
  idempotent: true,
  errors: [...CHANGE_ERRORS, 'idempotency_key_reused', 'refund_too_large'],
} as const;

/** Each change answers with the order as it is afterwards. */
export const adminOrderEndpoints = {
  'GET /admin/orders': staff({
    summary: 'A page of orders by queue, filters and search',
    query: OrderListQuery,
    response: OrderList,
  }),
  'GET /admin/orders/export': money({
    summary:
      'All orders of a queue, filters and search as a CSV file, at most 10,000; names only for owners',
    recentFactor: true,
    query: OrderExportQuery,
    response: z.object({ filename: z.string(), csv: z.string() }),
  }),
  'GET /admin/orders/details': staff({
    summary:
      'Several orders as on their own pages, in the order of `ids`; those that are not found are left out',
    query: OrderDetailsQuery,
    response: z.object({ orders: z.array(OrderDetail) }),
  }),
  'GET /admin/orders/{id}': staff({
    ...one,
    summary: 'One order with its history and what can be done now',
  }),
  'POST /admin/orders/{id}/actions': parcels({
    ...one,
    summary: 'Do one thing to one order: a verb with the version that was seen',
    body: OrderAction,
    errors: [
      ...CHANGE_ERRORS,
      'not_permitted',
      'tracking_number_taken',
      'refund_too_large',
      'stock_changed',
    ],
  }),
  'POST /admin/orders/actions': parcels({
    summary: 'Do one thing to several orders: one transaction and one outcome for each',
    body: BulkAction,
    response: z.object({ outcomes: z.array(BulkOutcome) }),
    errors: ['not_permitted'],
  }),
  'PATCH /admin/orders/{id}/address': parcels({
    ...one,
    summary: 'Correct the address of an order that has not been handed over; tells the shopper',
    body: AddressCorrection,
    errors: CHANGE_ERRORS,
  }),
  'PATCH /admin/orders/{id}/parcel': parcels({
    ...one,
    summary:
      'Correct the courier or the tracking number of a parcel that was handed over; tells the shopper while it is on its way',
    body: ParcelCorrection,
    errors: [...CHANGE_ERRORS, 'not_found', 'tracking_number_taken'],
  }),
  'POST /admin/orders/{id}/notes': parcels({
    ...one,
    summary: 'Write a note for the staff; shoppers never see it',
    body: z.strictObject({ text: requiredText(1000, 'Write something') }),
    idempotent: true,
    errors: ['order_not_found', 'idempotency_key_reused'],
  }),
  'POST /admin/orders/{id}/emails': owner({
    ...one,
    summary: 'Send the customer the last email about the order again: once a minute',
    body: z.strictObject({ version: Version }),
    idempotent: true,
    errors: [
      'order_not_found',
      'idempotency_key_reused',
      'order_changed',
      'email_waits',
      'nothing_to_send',
    ],
  }),
  'POST /admin/orders/{id}/refunds': owner({
    ...refund,
    summary: 'Refund all or part of an online payment',
    body: RefundForm,
  }),
  'POST /admin/orders/{id}/manual-refunds': money({
    ...refund,
    summary:
      'Record a refund by hand: of an order paid in cash, or where an online refund has failed',
    body: ManualRefundForm,
  }),
} as const satisfies EndpointTable;
