import type { RefundReason } from '#domain/payment.ts';
import type { StaffRole } from '#domain/staff.ts';

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
  /** News of an order for its shopper; nothing is sent if the event was taken back meanwhile. */
  'order-mail': { user_id: string; order_id: string; event_id: string };
  'staff-invitation': { id: string; email: string; role: StaffRole };
  /** Only the auth server can decrypt `sealed`; `id` identifies the mail permanently. */
  'auth-mail': { id: string; sealed: string };
  'auth-tidy': Record<string, never>;
  'contact-message': { message_id: string };
  'newsletter-request': { request_id: string };
  'forget-strangers': Record<string, never>;
  'forget-old': Record<string, never>;
  'sum-days': Record<string, never>;
};

export type JobName = keyof JobData;

const DAY = 24 * 60 * 60;

/** The dead letter queue: nothing runs its jobs. `npm run jobs:retry` queues them again. */
export const DEAD_LETTER_QUEUE = 'given-up';
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
  'order-mail': RETRY_OPTIONS,
  'staff-invitation': RETRY_OPTIONS,
  'auth-mail': RETRY_OPTIONS,
  'auth-tidy': { ...RETRY_OPTIONS, expireInSeconds: 15 * 60 },
  'contact-message': RETRY_OPTIONS,
  'newsletter-request': RETRY_OPTIONS,
  'forget-strangers': { ...RETRY_OPTIONS, expireInSeconds: 15 * 60 },
  'forget-old': { ...RETRY_OPTIONS, expireInSeconds: 15 * 60 },
  'sum-days': { ...RETRY_OPTIONS, expireInSeconds: 15 * 60 },
};

/** Scheduled jobs, as cron expressions in India's time. One process runs each, however many there are. */
export const NIGHTLY: Partial<Record<JobName, string>> = {
  'auth-tidy': '30 3 * * *',
  'forget-strangers': '40 3 * * *',
  'forget-old': '50 3 * * *',
  'sum-days': '10 * * * *',
};
export const TIME_ZONE = 'Asia/Kolkata';
