import { DAY_SECONDS } from '#domain/day.ts';
import type { PaymentMode } from '#domain/order.ts';
import type { RefundReason } from '#domain/payment.ts';
import type { StaffRole } from '#domain/staff.ts';

/**
 * `amount` in paise. The order number is the one with which the payment began; there may be no order. Jobs from before
 * `mode` are of live payments.
 */
type RefundNotice = {
  user_id: string;
  email: string;
  order_number: string;
  amount: number;
  refund_id: string;
  mode?: PaymentMode;
};

/**
 * The data of each kind of job. Small: a job only refers to rows of the tables. A field keeps its name: servers of the
 * previous version run new jobs during a deployment, and new ones run jobs that have waited for days.
 */
export type JobData = {
  'order-confirmation': { user_id: string; email: string; order_id: string };
  /** Tells the shop about a new order. Its id is the order's, so that it is queued once. */
  'order-notice': { user_id: string; order_id: string };
  'payment-received': { user_id: string; email: string; order_id: string };
  'refund-started': RefundNotice & { reason: RefundReason };
  'refund-done': RefundNotice;
  'payment-attention': { refund_id: string; payment_id: string; order_number: string };
  /** `payment_id` is the intent's id. */
  'payment-unanswered': {
    payment_id: string;
    gateway_order_id: string | null;
    order_number: string;
  };
  /**
   * Tells the shopper about a step of an order; nothing is sent if the step was taken back before. If the event is an undo,
   * queues this job for the steps that are true again.
   */
  'order-mail': { user_id: string; order_id: string; event_id: string };
  /** The hash of an uploaded picture, whose sizes are to be made. */
  picture: { hash: string };
  'price-changes': Record<string, never>;
  'staff-invitation': { id: string; email: string; role: StaffRole };
  /**
   * `sealed` is encrypted: only the auth server can decrypt it. `id` identifies the mail permanently. `user_id` is the
   * account that it is about; jobs of older versions have none.
   */
  'auth-mail': { id: string; user_id?: string; sealed: string };
  'auth-cleanup': Record<string, never>;
  'contact-message': { message_id: string };
  'message-answer': { answer_id: string };
  'newsletter-request': { request_id: string };
  'newsletter-test': { letter_id: string; email: string; test_id: string };
  /** Queues the next mails of a campaign and itself for those after them; `run` counts the starts. */
  'newsletter-batch': { letter_id: string; run: number };
  'newsletter-letter': { delivery_id: string };
  'guest-data-cleanup': Record<string, never>;
  'old-data-cleanup': Record<string, never>;
  'report-days': Record<string, never>;
  /** A webhook event of the gateway: the ids that it is about. */
  'payment-event': { order_id?: string; payment_id?: string };
  /** A payment intent to be checked at the gateway. */
  'payment-check': OwnedRow;
  /** A refund to be made, or to be followed until the bank has processed it. */
  'payment-refund': OwnedRow;
  'payment-reconcile': Record<string, never>;
  /** Dead letters that the owner wants to be tried again. */
  'dead-letter-retry': { ids: string[] };
};

/** A shopper's row, to which a job refers. */
export type OwnedRow = { id: string; user_id: string };

/** Jobs about a row: at most one job for each row waits. */
export type RowJob = 'payment-check' | 'payment-refund';

export type JobName = keyof JobData;

/** The dead letter queue: nothing runs its jobs. The owner and `npm run jobs:retry` queue them again. */
export const DEAD_LETTER_QUEUE = 'dead-letter';
export const DEAD_LETTER_OPTIONS = { retentionSeconds: 90 * DAY_SECONDS };

/** Failed work is retried for more than a day, with growing delays; a killed worker's job is retried within seconds. */
const RETRY_OPTIONS = {
  retryLimit: 24,
  retryDelay: 5,
  retryBackoff: true,
  retryDelayMax: 3 * 60 * 60,
  expireInSeconds: 60,
  heartbeatSeconds: 10,
  deleteAfterSeconds: DAY_SECONDS,
  deadLetter: DEAD_LETTER_QUEUE,
};

/** For jobs about a row: at most one job with the same singleton key waits. */
const ONE_PER_ROW = { ...RETRY_OPTIONS, policy: 'short' as const };

const LONG_JOB = { ...RETRY_OPTIONS, expireInSeconds: 15 * 60 };

/** Retried for some minutes instead of a day: the next hour's does the same work. */
const HOURLY_JOB = { ...LONG_JOB, retryLimit: 5 };

type Queue = {
  options: typeof RETRY_OPTIONS & { policy?: 'short' };
  /**
   * How Today labels its dead letters: mails that were not sent, or payments that need somebody. Null: not shown,
   * because the next run does the same work, or the screen that asked for it shows the failure.
   */
  failed: 'mail' | 'payment' | null;
};

const MAIL: Queue = { options: RETRY_OPTIONS, failed: 'mail' };
const ROW_OF_PAYMENT: Queue = { options: ONE_PER_ROW, failed: 'payment' };
const LONG: Queue = { options: LONG_JOB, failed: null };

export const QUEUES: Record<JobName, Queue> = {
  'order-confirmation': MAIL,
  // Kept for longer than an order counts as new (server/orders/order-notice-columns.ts): until then it must not be queued again.
  'order-notice': {
    options: { ...RETRY_OPTIONS, deleteAfterSeconds: 7 * DAY_SECONDS },
    failed: 'mail',
  },
  'payment-received': MAIL,
  'refund-started': MAIL,
  'refund-done': MAIL,
  'payment-attention': MAIL,
  'payment-unanswered': MAIL,
  'order-mail': MAIL,
  // One after the other, each some seconds on a busy machine. Few retries: a picture that kills the process does it again.
  picture: { options: { ...LONG_JOB, retryLimit: 3 }, failed: null },
  // Another one comes within a minute.
  'price-changes': {
    options: { ...RETRY_OPTIONS, retryLimit: 3, deleteAfterSeconds: 60 * 60 },
    failed: null,
  },
  'staff-invitation': MAIL,
  'auth-mail': MAIL,
  'auth-cleanup': LONG,
  'contact-message': MAIL,
  'message-answer': MAIL,
  'newsletter-request': MAIL,
  'newsletter-test': MAIL,
  'newsletter-batch': MAIL,
  'newsletter-letter': MAIL,
  'guest-data-cleanup': LONG,
  'old-data-cleanup': LONG,
  'report-days': LONG,
  'payment-event': { options: RETRY_OPTIONS, failed: 'payment' },
  'payment-check': ROW_OF_PAYMENT,
  'payment-refund': ROW_OF_PAYMENT,
  'payment-reconcile': { options: HOURLY_JOB, failed: null },
  'dead-letter-retry': { options: RETRY_OPTIONS, failed: null },
};

/** The queues whose dead letters the owner sees as this kind. */
export function queuesShownAs(kind: 'mail' | 'payment'): string[] {
  return Object.entries(QUEUES).flatMap(([name, { failed }]) => (failed === kind ? [name] : []));
}

/** Scheduled jobs, as cron expressions in India's time. One process runs each, however many there are. */
export const SCHEDULES: Partial<Record<JobName, string>> = {
  'auth-cleanup': '30 3 * * *',
  'guest-data-cleanup': '40 3 * * *',
  'old-data-cleanup': '50 3 * * *',
  'payment-reconcile': '20 * * * *',
  'price-changes': '* * * * *',
  'report-days': '10 * * * *',
};

/**
 * Former names of queues, whose jobs `setUpJobs` moves, and which it deletes: names that no running process uses any more.
 * So a renamed queue stays in `QUEUES`, with its handler, for one version: servers of the previous one queue jobs by that
 * name while a deployment replaces them, and could place no order without it. The next version lists it here.
 */
export const RENAMED_QUEUES: Record<string, JobName | typeof DEAD_LETTER_QUEUE> = {
  'given-up': DEAD_LETTER_QUEUE,
  'auth-tidy': 'auth-cleanup',
  'forget-strangers': 'guest-data-cleanup',
  'forget-old': 'old-data-cleanup',
};

export const TIME_ZONE = 'Asia/Kolkata';
