import type { Today } from '#contract/admin/today.ts';
import { keysOf } from '#domain/keys-of.ts';
import type { JobName } from '#server/jobs/queues.ts';

/**
 * What the owner has to know of a job that was given up. Null: nothing, because the next run does the same work, or the
 * screen that asked for it tells.
 */
const MEANS: Record<JobName, 'mail' | 'payment' | null> = {
  'order-confirmation': 'mail',
  'payment-received': 'mail',
  'refund-started': 'mail',
  'refund-done': 'mail',
  'payment-attention': 'mail',
  'payment-unanswered': 'mail',
  'order-mail': 'mail',
  'staff-invitation': 'mail',
  'auth-mail': 'mail',
  'contact-message': 'mail',
  'message-answer': 'mail',
  'newsletter-request': 'mail',
  'newsletter-test': 'mail',
  'newsletter-batch': 'mail',
  'newsletter-letter': 'mail',
  'payment-event': 'payment',
  'payment-check': 'payment',
  'payment-refund': 'payment',
  'payment-reconcile': null,
  picture: null,
  'price-changes': null,
  'auth-cleanup': null,
  'guest-data-cleanup': null,
  'old-data-cleanup': null,
  'report-days': null,
};

/** Today's lines of the jobs that were given up; null for roles that are not told. */
export function failedJobLines(
  counts: Record<string, number> | null,
): Pick<Today, 'failed_mails' | 'failed_payment_jobs'> {
  const line = (kind: 'mail' | 'payment') =>
    counts && {
      count: keysOf(MEANS).reduce(
        (sum, name) => sum + (MEANS[name] === kind ? (counts[name] ?? 0) : 0),
        0,
      ),
    };
  return { failed_mails: line('mail'), failed_payment_jobs: line('payment') };
}
