import type { FailedJob } from '#contract/admin/failed-jobs.ts';

/** What was to be sent or done, by the name of its queue. */
const NAMES: Record<string, string> = {
  'order-confirmation': 'Order confirmation',
  'order-notice': 'Notice to the shop: a new order',
  'payment-received': 'Payment received',
  'refund-started': 'Refund started',
  'refund-done': 'Refund completed',
  'payment-attention': 'Notice to the shop: a refund needs you',
  'payment-unanswered': 'Notice to the shop: a payment without an answer',
  'order-mail': 'Order update',
  'staff-invitation': 'Invitation of staff',
  'auth-mail': 'Email of an account',
  'contact-message': 'Message to the shop',
  'message-answer': 'Answer to a message',
  'newsletter-request': 'Newsletter: confirm the address',
  'newsletter-test': 'Newsletter: test',
  'newsletter-batch': 'Newsletter: sending',
  'newsletter-letter': 'Newsletter',
  'payment-event': 'News of a payment',
  'payment-check': 'Check of a payment',
  'payment-refund': 'Refund of a payment',
};

const UNNAMED: Record<FailedJob['kind'], string> = { mail: 'Email', payment: 'Payment' };

export function jobName({ queue, kind }: Pick<FailedJob, 'queue' | 'kind'>): string {
  return NAMES[queue] ?? UNNAMED[kind];
}

/** 'Order confirmation, AP-7KQ-M2X': with its order or address. */
export function jobLabel(job: FailedJob): string {
  return [jobName(job), job.order_number ?? job.recipient].filter(Boolean).join(', ');
}

/** Shown when the error is unexpected: only the server's log has the reason. */
export const NO_REASON = 'the log of the server says why';
