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
  /** `payment_id` is our own, of what was begun. */
  'payment-unanswered': {
    payment_id: string;
    gateway_order_id: string | null;
    order_number: string;
  };
  /** `sealed` can be opened by the accounts alone; `id` names the mail for good. */
  'auth-mail': { id: string; sealed: string };
  'auth-tidy': Record<string, never>;
  'contact-message': { message_id: string };
  'newsletter-request': { request_id: string };
  'forget-strangers': Record<string, never>;
  'forget-old': Record<string, never>;
};

export type JobName = keyof JobData;

const DAY = 24 * 60 * 60;

/** Where jobs go that were tried in vain: nothing works them off. `npm run jobs:retry` has them done again. */
export const GIVEN_UP = 'given-up';
export const GIVEN_UP_OPTIONS = { retentionSeconds: 90 * DAY };

/** Work that fails is tried again for more than a day, ever more slowly; a killed worker's returns in seconds. */
const PATIENT = {
  retryLimit: 24,
  retryDelay: 5,
  retryBackoff: true,
  retryDelayMax: 3 * 60 * 60,
  expireInSeconds: 60,
  heartbeatSeconds: 10,
  deleteAfterSeconds: DAY,
  deadLetter: GIVEN_UP,
};

export const QUEUES: Record<JobName, typeof PATIENT> = {
  'order-confirmation': PATIENT,
  'payment-received': PATIENT,
  'refund-started': PATIENT,
  'refund-done': PATIENT,
  'payment-attention': PATIENT,
  'payment-unanswered': PATIENT,
  'auth-mail': PATIENT,
  'auth-tidy': { ...PATIENT, expireInSeconds: 15 * 60 },
  'contact-message': PATIENT,
  'newsletter-request': PATIENT,
  'forget-strangers': { ...PATIENT, expireInSeconds: 15 * 60 },
  'forget-old': { ...PATIENT, expireInSeconds: 15 * 60 },
};

/** What is done by the clock, as a cron expression in India's time. One process does it, however many there are. */
export const NIGHTLY: Partial<Record<JobName, string>> = {
  'auth-tidy': '30 3 * * *',
  'forget-strangers': '40 3 * * *',
  'forget-old': '50 3 * * *',
};
export const TIME_ZONE = 'Asia/Kolkata';
