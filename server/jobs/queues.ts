import type { RefundReason } from '#domain/payment.ts';

/** `amount` in paise. The order number is the one with which the payment began; there may be no order. */
type RefundNews = {
  user_id: string;
  email: string;
  order_number: string;
  amount: number;
  refund_id: string;
};

/** The data of each kind of job. Small: a job only refers to rows of the tables. */
export type JobData = {
  'order-confirmation': { user_id: string; email: string; order_id: string };
  'payment-received': { user_id: string; email: string; order_id: string };
  'refund-started': RefundNews & { reason: RefundReason };
  'refund-done': RefundNews;
  'payment-attention': { refund_id: string; payment_id: string; order_number: string };
  /** `payment_id` is our own id of the payment. */
  'payment-unanswered': {
    payment_id: string;
    gateway_order_id: string | null;
    order_number: string;
  };
  /** Only the auth server can decrypt `sealed`; `id` identifies the mail permanently. */
  'auth-mail': { id: string; sealed: string };
  'delete-expired-auth-data': Record<string, never>;
  'contact-message': { message_id: string };
  'newsletter-request': { request_id: string };
  'delete-expired-guest-data': Record<string, never>;
  'delete-expired-data': Record<string, never>;
};

export type JobName = keyof JobData;

const DAY = 24 * 60 * 60;

/** The dead letter queue: nothing runs its jobs. `npm run jobs:retry` queues them again. */
export const DEAD_LETTER_QUEUE = 'dead-letters';
export const DEAD_LETTER_OPTIONS = { retentionSeconds: 90 * DAY };

/** Failed work is retried for more than a day, with growing delays; a killed worker's job is retried within seconds. */
const RETRY_OPTIONS = {
  retryLimit: 24,
  retryDelay: 5,
  retryBackoff: true,
  retryDelayMax: 3 * 60 * 60,
  expireInSeconds: 60,
  heartbeatSeconds: 10,
  deleteAfterSeconds: DAY,
  deadLetter: DEAD_LETTER_QUEUE,
};

export const QUEUES: Record<JobName, typeof RETRY_OPTIONS> = {
  'order-confirmation': RETRY_OPTIONS,
  'payment-received': RETRY_OPTIONS,
  'refund-started': RETRY_OPTIONS,
  'refund-done': RETRY_OPTIONS,
  'payment-attention': RETRY_OPTIONS,
  'payment-unanswered': RETRY_OPTIONS,
  'auth-mail': RETRY_OPTIONS,
  'delete-expired-auth-data': { ...RETRY_OPTIONS, expireInSeconds: 15 * 60 },
  'contact-message': RETRY_OPTIONS,
  'newsletter-request': RETRY_OPTIONS,
  'delete-expired-guest-data': { ...RETRY_OPTIONS, expireInSeconds: 15 * 60 },
  'delete-expired-data': { ...RETRY_OPTIONS, expireInSeconds: 15 * 60 },
};

/** Scheduled jobs, as cron expressions in India's time. One process runs each, however many there are. */
export const NIGHTLY: Partial<Record<JobName, string>> = {
  'delete-expired-auth-data': '30 3 * * *',
  'delete-expired-guest-data': '40 3 * * *',
  'delete-expired-data': '50 3 * * *',
};
export const TIME_ZONE = 'Asia/Kolkata';
