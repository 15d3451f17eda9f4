import type { OrderDetail } from '#contract/admin/order-views.ts';
import type { RefundView } from '#contract/admin/refunds.ts';
import { formatRupees } from '#domain/money.ts';

type Cash = NonNullable<OrderDetail['cash']>;

/** The state of a refund, shown before its amount. */
export const REFUND_NAMES: Record<RefundView['status'], string> = {
  queued: 'Refund, not sent yet',
  pending: 'Refund on its way',
  processed: 'Refunded',
  failed: 'Refund that failed',
  done: 'Refunded by hand',
};

/** The cash that the courier collects: '₹499.00 received'; 'none expected' after an undone delivery. */
export function cashText({ state, amount }: Pick<Cash, 'state' | 'amount'>): string {
  return state === 'void' ? 'none expected' : `${formatRupees(amount)} ${CASH_TEXTS[state]}`;
}

const CASH_TEXTS: Record<Exclude<Cash['state'], 'void'>, string> = {
  due: 'expected',
  remitted: 'received',
  short: 'expected, less received',
  disputed: 'disputed',
};

/** '₹499.00 to collect', 'paid', 'partly refunded', or 'not paid' where no cash is to come any more. */
export function paymentText({
  to_collect,
  payment_status,
}: Pick<OrderDetail, 'to_collect' | 'payment_status'>): string {
  return to_collect === null
    ? PAYMENT_TEXTS[payment_status]
    : `${formatRupees(to_collect)} to collect`;
}

const PAYMENT_TEXTS: Record<OrderDetail['payment_status'], string> = {
  pending: 'not paid',
  paid: 'paid',
  failed: 'payment failed',
  refund_pending: 'refund on its way',
  partially_refunded: 'partly refunded',
  refunded: 'refunded',
};
