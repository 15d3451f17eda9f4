import type { Today } from '#contract/admin/today.ts';
import { queuesShownAs } from '#server/jobs/queues.ts';

/** The counts of failed emails and payment jobs for the page Today; null for roles that do not see them. */
export function failedJobLines(
  counts: Record<string, number> | null,
): Pick<Today, 'failed_mails' | 'failed_payment_jobs'> {
  const line = (kind: 'mail' | 'payment') =>
    counts && {
      count: Object.keys(queuesShownAs(kind)).reduce((sum, name) => sum + (counts[name] ?? 0), 0),
    };
  return { failed_mails: line('mail'), failed_payment_jobs: line('payment') };
}
