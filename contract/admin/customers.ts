import * as z from 'zod/mini';
import { ShippingAddress } from '#contract/addresses.ts';
import type { EndpointTable } from '#contract/endpoint.ts';
import { Id, optionalLine, Rupees, Timestamp } from '#contract/fields.ts';
import { PAYMENT_METHODS, PAYMENT_MODES } from '#domain/order.ts';
import { FulfilmentState } from './fields.ts';
import { forRoles } from './staff-endpoint.ts';

const Sums = z.object({
  orders: z.number(),
  delivered: z.number(),
  /** Cancelled, returned or lost. */
  cancelled: z.number(),
  /** Without what was cancelled. */
  spent: Rupees,
  last_order_at: z.nullable(Timestamp),
});

/** Somebody with an account or an order. */
export const CustomerRow = z.extend(Sums, {
  /** The account's id. */
  id: Id,
  /** The account's, else the last order's. */
  email: z.nullable(z.string()),
  full_name: z.nullable(z.string()),
  phone: z.nullable(z.string()),
});
export type CustomerRow = z.infer<typeof CustomerRow>;

/**
 * 50 customers. `more`: whether there are others; `next` is the value of `after` for their page, null at the end and with a
 * search, which has one page.
 */
const CustomerList = z.object({
  customers: z.array(CustomerRow),
  more: z.boolean(),
  next: z.nullable(Id),
});

/** Null for a customer whose account is gone. */
const CustomerAccount = z.object({
  created_at: Timestamp,
  last_sign_in_at: z.nullable(Timestamp),
  /** Sessions that are open now. */
  sessions: z.number(),
  /** Second factors. */
  factors: z.number(),
  /** Whether the account is of somebody who runs the shop. */
  staff: z.boolean(),
});

export const Customer = z.extend(CustomerRow, {
  account: z.nullable(CustomerAccount),
  /** Since when the shop takes no cash from them; null: it does. */
  cash_blocked_at: z.nullable(Timestamp),
  addresses: z.array(z.extend(ShippingAddress, { id: Id, is_default: z.boolean() })),
  /** The last fifty, newest first. */
  last_orders: z.array(
    z.object({
      id: Id,
      order_number: z.string(),
      created_at: Timestamp,
      fulfilment: FulfilmentState,
      payment_method: z.enum(PAYMENT_METHODS),
      payment_mode: z.nullable(z.enum(PAYMENT_MODES)),
      total_amount: Rupees,
    }),
  ),
});
export type Customer = z.infer<typeof Customer>;

/** What an endpoint about one customer has. */
const one = { params: z.object({ id: Id }), response: Customer, errors: ['not_found'] } as const;

const owner = forRoles('owner');

export const customerEndpoints = {
  'GET /admin/customers': owner({
    summary:
      'Customers by email, telephone or name, at most 50; without a search a page of who ordered last',
    query: z.object({
      q: z.optional(optionalLine(200)),
      /** `next` of the page before; only without a search. */
      after: z.optional(Id),
    }),
    response: CustomerList,
  }),
  'GET /admin/customers/{id}': owner({
    ...one,
    summary: 'One customer with orders, addresses and the state of the account',
  }),
  'POST /admin/customers/{id}/export': owner({
    ...one,
    summary: 'Everything that the shop keeps of a person, as JSON for handing over to them',
    recentFactor: true,
    response: z.record(z.string(), z.unknown()),
  }),
  'POST /admin/customers/{id}/cash-block': owner({
    ...one,
    summary: 'Take no cash on delivery from a customer any more',
  }),
  'DELETE /admin/customers/{id}/cash-block': owner({
    ...one,
    summary: 'Take cash on delivery from a customer again',
  }),
  'DELETE /admin/customers/{id}/sessions': owner({
    ...one,
    summary: 'Sign an account out everywhere, and tell its owner by email',
    recentFactor: true,
  }),
  'DELETE /admin/customers/{id}/factors': owner({
    ...one,
    summary:
      'Remove the second factors of an account, sign it out, and tell its owner by email; not of staff',
    recentFactor: true,
    errors: ['not_found', 'not_permitted'],
  }),
} as const satisfies EndpointTable;
