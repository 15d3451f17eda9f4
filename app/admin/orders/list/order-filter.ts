import * as z from 'zod/mini';
import { paramsOf } from '#app/admin/filters.tsx';
import type { PageAddress } from '#app/ui/page-path.ts';
import { OrderListQuery, PAYMENT_FILTERS, QUEUES, type Queue } from '#contract/admin/order-list.ts';

/** The list's query as in its URL: strings, without unset fields. */
export type OrderFilter = z.input<typeof OrderListQuery>;

const { q, courier, product, from, to, after } = OrderListQuery.shape;
const Filter = z.object({
  queue: z.catch(z.enum(QUEUES), 'all'),
  q: z.catch(q, undefined),
  payment: z.catch(z.optional(z.enum(PAYMENT_FILTERS)), undefined),
  courier: z.catch(courier, undefined),
  product: z.catch(product, undefined),
  from: z.catch(from, undefined),
  to: z.catch(to, undefined),
  after: z.catch(after, undefined),
});

/** Reads the list's filters from the URL. Ignores invalid parts: an old link still opens the list. */
export function readOrderFilter(params: URLSearchParams): OrderFilter {
  return Filter.parse(paramsOf(params));
}

/** The URL of the list with another filter, without a selection. */
export function orderListPath(filter: OrderFilter): PageAddress {
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries(filter)) {
    if (value && !(name === 'queue' && value === 'all')) params.set(name, value);
  }
  return params.size > 0 ? `/admin/orders?${params}` : '/admin/orders';
}

export const QUEUE_NAMES: Record<Queue, string> = {
  all: 'All',
  to_confirm: 'To confirm',
  to_pack: 'To pack',
  to_hand_over: 'To hand over',
  on_the_way: 'On the way',
  late: 'Late',
  coming_back: 'Coming back',
  delivered: 'Delivered',
  closed: 'Closed',
  refunds: 'Refunds',
  refunds_failed: 'Refunds failed',
  to_take_out: 'Cancelled after packing',
  return_to_refund: 'Refund after return',
  unsent: 'Not handed over yet',
};

export const PAYMENT_FILTER_NAMES: Record<(typeof PAYMENT_FILTERS)[number], string> = {
  cod: 'Cash on delivery',
  razorpay: 'Paid online',
  pending: 'Not paid yet',
  paid: 'Paid',
  refund_pending: 'Refund on its way',
  partially_refunded: 'Partly refunded',
  refunded: 'Refunded',
};
