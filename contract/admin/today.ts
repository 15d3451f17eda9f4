import * as z from 'zod/mini';
import type { EndpointTable } from '#contract/endpoint.ts';
import { Rupees, Timestamp } from '#contract/fields.ts';
import { STAFF_ROLES } from '#domain/staff.ts';
import { forRoles } from './staff-endpoint.ts';

/** How many there are, and how old the oldest is; null when there is none. */
const TodayLine = z.object({ count: z.number(), oldest: z.nullable(Timestamp) });

/** The sales of some days; cancelled orders are left out. */
const SalesSummary = z.object({ orders: z.number(), amount: Rupees, cod: z.number() });

/** What is still to be refunded of a payment, in rupees. */
const OwedPayment = z.object({ payment_id: z.string(), amount: Rupees, email: z.string() });

/** The open work. Fields that the role may not see are null. Counts stop at 1,000. */
export const Today = z.object({
  to_confirm: z.nullable(TodayLine),
  to_pack: z.nullable(TodayLine),
  to_hand_over: z.nullable(TodayLine),
  /** Closed parcels of orders that were cancelled, to be taken out. */
  cancelled_parcels: z.nullable(TodayLine),
  late: z.nullable(TodayLine),
  coming_back: z.nullable(TodayLine),
  /** Orders whose returned goods are still to be refunded. */
  return_refunds: z.nullable(TodayLine),
  /** Orders whose refund failed and whose money is still owed: the queue `refunds_failed`. */
  refunds: z.nullable(TodayLine),
  /** The same for payments without an order, which the gateway's dashboard refunds. */
  refunds_without_order: z.nullable(z.extend(TodayLine, { payments: z.array(OwedPayment) })),
  /** Disputes of orders' payments that the shop has to answer, and the numbers of these orders. */
  disputes: z.nullable(z.extend(TodayLine, { orders: z.array(z.string()) })),
  messages: z.nullable(TodayLine),
  cash_overdue: z.nullable(z.object({ count: z.number(), amount: Rupees })),
  /** Cash that came short or is disputed, and the sum in question. */
  cash_to_clear_up: z.nullable(z.object({ count: z.number(), amount: Rupees })),
  low_stock: z.nullable(z.object({ count: z.number() })),
  /** Dead letters: emails, and work on payments (checks, webhook events, refunds). */
  failed_mails: z.nullable(z.object({ count: z.number() })),
  failed_payment_jobs: z.nullable(z.object({ count: z.number() })),
  /** Since midnight in India. */
  today_so_far: z.nullable(SalesSummary),
  yesterday: z.nullable(SalesSummary),
  last_seven_days: z.nullable(SalesSummary),
});
export type Today = z.infer<typeof Today>;

/** `mark` is another text as soon as an order was placed or changed, by whomever. */
const Changes = z.object({ mark: z.string() });

const anyRole = forRoles(...STAFF_ROLES);

export const todayEndpoints = {
  'GET /admin/today': anyRole({
    summary: 'What there is to do, one count a line',
    response: Today,
  }),
  'GET /admin/changes': anyRole({
    summary: 'Whether any order was placed or changed since the last time',
    response: Changes,
  }),
} as const satisfies EndpointTable;
