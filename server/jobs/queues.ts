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

/** A shopper's row, to which a job refers. */
export type OwnedRow = { id: string; user_id: string };

/** A job about a customer, whose id it may lack if an older version queued it. */
export type AboutCustomer = { user_id?: string };

/** Jobs about a row: at most one job for each row waits. */
export type RowJob = 'payment-check' | 'payment-refund';

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

type Options = Omit<typeof RETRY_OPTIONS, 'deadLetter'> & {
  deadLetter?: string;
  policy?: 'short';
};

type Queue<Data extends object> = {
  options: Options;
  /**
   * How the owner sees a dead letter of this queue: as an email that was not sent or as a payment that needs attention,
   * with this name. Null: not at all, because another screen shows the failure, or it is a scheduled queue.
   */
  shownAs: { kind: 'mail' | 'payment'; name: string } | null;
  /** When it runs by itself, as a cron expression in India's time. One process runs it, however many there are. */
  cron?: string;
  /** Never set: it only carries the type of a job's data. */
  data?: Data;
};

function email<Data extends object>(name: string, options: Options = RETRY_OPTIONS): Queue<Data> {
  return { options, shownAs: { kind: 'mail', name } };
}

/** Emails to a customer: once they are deleted, its jobs do nothing (server/job-handlers.ts). */
function customerEmail<Data extends AboutCustomer>(
  name: string,
): Queue<Data> & { toCustomer: true } {
  return { ...email<Data>(name), toCustomer: true };
}

function payment<Data extends object>(name: string, options: Options): Queue<Data> {
  return { options, shownAs: { kind: 'payment', name } };
}

/** A queue whose dead letters the owner does not see. */
function notShown<Data extends object>(options: Options): Queue<Data> {
  return { options, shownAs: null };
}

/** Leaves no dead letters: its next job does the same work, also when each attempt ended with a killed process. */
function scheduled(cron: string, options: Options = LONG_JOB): Queue<Record<string, never>> {
  const { deadLetter: _, ...rest } = options;
  return { options: rest, shownAs: null, cron };
}

/**
 * Every job: its data, how it is retried, and what the owner reads if it fails for good. What it does is in the
 * `…-jobs.ts` of its feature (server/job-handlers.ts).
 *
 * Data is small: a job only refers to rows of the tables. A field keeps its name: servers of the previous version run new
 * jobs during a deployment, and new ones run jobs that have waited for days.
 */
export const QUEUES = {
  'order-confirmation': customerEmail<{ user_id: string; email: string; order_id: string }>(
    'Order confirmation',
  ),
  /**
   * Tells the shop about a new order. Its id is the order's, so that it is queued once: kept for longer than an order
   * counts as new (server/orders/order-notice-columns.ts), until when it must not be queued again.
   */
  'order-notice': email<{ user_id: string; order_id: string }>('Notice to the shop: a new order', {
    ...RETRY_OPTIONS,
    deleteAfterSeconds: 7 * DAY_SECONDS,
  }),
  /**
   * Tells the shopper about a step of an order; nothing is sent if the step was taken back before. If the event is an undo,
   * queues this job for the steps that are true again.
   */
  'order-mail': customerEmail<{ user_id: string; order_id: string; event_id: string }>(
    'Order update',
  ),

  /**
   * An order's email once more: about the step `event_id`, null for the confirmation. `sent_id` is the event of sending it
   * again.
   */
  'order-mail-again': customerEmail<{
    user_id: string;
    order_id: string;
    event_id: string | null;
    sent_id: string;
  }>('Order email sent again'),

  'payment-received': customerEmail<{ user_id: string; email: string; order_id: string }>(
    'Payment received',
  ),
  'refund-started': customerEmail<RefundNotice & { reason: RefundReason }>('Refund started'),
  'refund-done': customerEmail<RefundNotice>('Refund completed'),
  'payment-attention': email<{ refund_id: string; payment_id: string; order_number: string }>(
    'Notice to the shop: a refund needs you',
  ),
  /** `payment_id` is the intent's id. */
  'payment-unanswered': email<{
    payment_id: string;
    gateway_order_id: string | null;
    order_number: string;
  }>('Notice to the shop: a payment without an answer'),
  /** `id` is the dispute's; the email says what is true when it is sent. */
  'dispute-notice': email<OwnedRow>('Notice to the shop: a dispute'),
  /** A webhook event of the gateway: the ids that it is about. */
  'payment-event': payment<{ order_id?: string; payment_id?: string; dispute_id?: string }>(
    'News of a payment',
    RETRY_OPTIONS,
  ),
  /** A payment intent to be checked at the gateway. */
  'payment-check': payment<OwnedRow>('Check of a payment', ONE_PER_ROW),
  /** A refund to be made, or to be followed until the bank has processed it. */
  'payment-refund': payment<OwnedRow>('Refund of a payment', ONE_PER_ROW),
  // Retried for some minutes instead of a day, because the next hour's job does the same work.
  'payment-reconcile': scheduled('20 * * * *', { ...LONG_JOB, retryLimit: 5 }),

  /**
   * `sealed` is encrypted: only the auth server can decrypt it. `id` identifies the email permanently. `user_id` is the
   * account that it is about; jobs of older versions have none.
   */
  'auth-mail': customerEmail<{ id: string; user_id?: string; sealed: string }>(
    'Email of an account',
  ),
  'auth-cleanup': scheduled('30 3 * * *'),
  'staff-invitation': email<{ id: string; email: string; role: StaffRole }>('Invitation of staff'),

  'contact-message': email<{ message_id: string }>('Message to the shop'),
  'message-answer': email<{ answer_id: string }>('Answer to a message'),

  'newsletter-request': email<{ request_id: string }>('Newsletter: confirm the address'),
  'newsletter-test': email<{ letter_id: string; email: string; test_id: string }>(
    'Newsletter: test',
  ),
  /** Queues the next emails of a campaign and itself for those after them; `run` counts the starts. */
  'newsletter-batch': email<{ letter_id: string; run: number }>('Newsletter: sending'),
  'newsletter-letter': email<{ delivery_id: string }>('Newsletter'),

  /**
   * The hash of an uploaded picture, whose sizes are to be made. One after the other, each some seconds on a busy
   * machine. Few retries: a picture that kills the process does it again.
   */
  picture: notShown<{ hash: string }>({ ...LONG_JOB, retryLimit: 3 }),
  // Few retries, because the next job is queued within a minute.
  'price-changes': scheduled('* * * * *', {
    ...RETRY_OPTIONS,
    retryLimit: 3,
    deleteAfterSeconds: 60 * 60,
  }),
  'report-days': scheduled('10 * * * *'),
  'guest-data-cleanup': scheduled('40 3 * * *'),
  'old-data-cleanup': scheduled('50 3 * * *'),
  /** Dead letters that the owner wants to be tried again. */
  'dead-letter-retry': notShown<{ ids: string[] }>(RETRY_OPTIONS),
} satisfies Record<string, Queue<object>>;

export type JobName = keyof typeof QUEUES;

/** The queues whose emails are to customers. */
export type CustomerEmail = {
  [N in JobName]: (typeof QUEUES)[N] extends { toCustomer: true } ? N : never;
}[JobName];

export type JobData = {
  [N in JobName]: (typeof QUEUES)[N] extends Queue<infer Data> ? Data : never;
};

/** The queues whose dead letters the owner sees as this kind, with what is shown of each. */
export function queuesShownAs(kind: 'mail' | 'payment'): Record<string, string> {
  const shown = Object.entries(QUEUES).flatMap(([name, { shownAs }]) =>
    shownAs?.kind === kind ? [[name, shownAs.name] as const] : [],
  );
  return Object.fromEntries(shown);
}

export const TIME_ZONE = 'Asia/Kolkata';
