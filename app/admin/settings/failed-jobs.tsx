import { useQuery } from '@tanstack/react-query';
import { todayQuery } from '#app/admin/today/today-query.ts';

/** The emails and payment jobs that became dead letters, which Today counts, and what to do about them. */
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
        The server log says why. Once fixed, <code>npm run jobs:retry</code> on the server retries
        them.
      </p>
    </section>
  );
}
