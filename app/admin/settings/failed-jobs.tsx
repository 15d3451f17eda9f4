import { useQuery } from '@tanstack/react-query';
import { todayQuery } from '#app/admin/today/today-query.ts';

/** Mails and work on payments that were given up, of which Today tells, and what to do about them. */
export function FailedJobs() {
  const { data } = useQuery(todayQuery);
  const mails = data?.failed_mails?.count ?? 0;
  const payments = data?.failed_payment_jobs?.count ?? 0;
  if (mails + payments === 0) return null;
  return (
    <section aria-labelledby="failed-jobs" className="panel grid gap-2">
      <h2 id="failed-jobs" className="text-lg">
        {[mails > 0 && 'Emails not sent', payments > 0 && 'Payments not settled']
          .filter(Boolean)
          .join(', ')}
      </h2>
      {mails > 0 && (
        <p>
          {mails === 1 ? 'One email was' : `${mails} emails were`} given up after many attempts.
        </p>
      )}
      {payments > 0 && (
        <p>
          {payments === 1
            ? 'One refund or check of a payment was'
            : `${payments} refunds or checks of payments were`}{' '}
          given up after many attempts: money may be waiting.
        </p>
      )}
      <p>
        The log of the server says why. Once the reason is mended, <code>npm run jobs:retry</code>{' '}
        on the server does them again.
      </p>
    </section>
  );
}
