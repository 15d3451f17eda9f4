import type { RefundReason } from '#domain/payment.ts';

/** `amount` in paise. The order number is the one the payment was begun with; there may be no order. */
type RefundNews = {
  user_id: string;
  email: string;
  order_number: string;
  amount: number;
  refund_id: string;
};

/** What each kind of job carries. Kept small: a job is a reminder, the tables are the truth. */
export type JobData = {
  'order-confirmation': { user_id: string; email: string; order_id: string };
  'payment-received': { user_id: string; email: string; order_id: string };
  'refund-started': RefundNews & { reason: RefundReason };
  'refund-done': RefundNews;
  'payment-attention': { refund_id: string; payment_id: string; order_number: string };
};

export type JobName = keyof JobData;

/** Work that fails is tried again for about a day and a half, ever more slowly; a killed worker's returns in seconds. */
const PATIENT = {
  retryLimit: 20,
  retryDelay: 5,
  retryBackoff: true,
  retryDelayMax: 3 * 60 * 60,
  expireInSeconds: 60,
  heartbeatSeconds: 10,
  deleteAfterSeconds: 24 * 60 * 60,
};

export const QUEUES: Record<JobName, typeof PATIENT> = {
  'order-confirmation': PATIENT,
  'payment-received': PATIENT,
  'refund-started': PATIENT,
  'refund-done': PATIENT,
  'payment-attention': PATIENT,
};
