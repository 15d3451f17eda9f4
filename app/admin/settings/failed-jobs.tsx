import { useQuery } from '@tanstack/react-query';
import { todayQuery } from '#app/admin/today/today-query.ts';

/** Mails and other jobs that were given up, of which Today tells, and what to do about them. */
export function FailedJobs() {
  const { data } = useQuery(todayQuery);
  const count = data?.failed_jobs?.count ?? 0;
  if (count === 0) return null;
  return (
    <section aria-labelledby="failed-jobs" className="panel grid gap-2">
      <h2 id="failed-jobs" className="text-lg">
        Mails not sent
      </h2>
      <p>
        {count === 1 ? 'One mail or other job was' : `${count} mails or other jobs were`} given up
        after many attempts. The log of the server says why. Once the reason is mended,{' '}
        <code>npm run jobs:retry</code> on the server sends them again.
      </p>
    </section>
  );
}
