import type { JobHandlers } from '#server/jobs/worker.ts';
import type { PaymentContext } from './context.ts';
import { checkIntent } from './intents/check-intent.ts';
import { reconcile } from './reconcile/reconcile.ts';
import { handleEvent } from './reconcile/webhook.ts';
import { executeRefund } from './refunds/execute-refund.ts';

type PaymentJob = 'payment-event' | 'payment-check' | 'payment-refund' | 'payment-reconcile';

/** What the jobs about payments do. Each asks the gateway, and may run twice or late without harm. */
export function paymentJobs(context: PaymentContext): Pick<JobHandlers, PaymentJob> {
  return {
    'payment-event': (event) => handleEvent(context, event),
    'payment-check': (intent) => checkIntent(context, intent),
    'payment-refund': (refund, isLastAttempt) => executeRefund(context, refund, isLastAttempt),
    'payment-reconcile': () => reconcile(context),
  };
}
