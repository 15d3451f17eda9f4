import { useQuery } from '@tanstack/react-query';
import { answered, callAdmin, read, reload } from '#app/admin/api.ts';
import { CompactButton, ConfirmButton, compact } from '#app/admin/buttons.tsx';
import { todayQuery } from '#app/admin/today/today-query.ts';
import { useWrite } from '#app/admin/use-write.ts';
import { queryClient } from '#app/shell/api/query-client.ts';
import { Button } from '#app/ui/button.tsx';
import { Link } from '#app/ui/link.js';
import type { FailedJob } from '#contract/admin/failed-jobs.ts';
import { formatDateTime } from '#domain/day.ts';

const jobsQuery = read('GET /admin/failed-jobs');
const isRetrying = ({ retrying }: FailedJob) => retrying;

/** The failed jobs. While one is being retried, polls the list and refreshes Today's counts. */
export const failedJobsQuery = {
  ...jobsQuery,
  queryFn: async () => {
    const jobs = await jobsQuery.queryFn();
    if (queryClient.getQueryData(jobsQuery.queryKey)?.some(isRetrying)) reload('today');
    return jobs;
  },
  refetchInterval: ({ state }: { state: { data: FailedJob[] | undefined } }) =>
    state.data?.some(isRetrying) && 1500,
};

/** Retries jobs, which the list shows until they leave it; or dismisses them, and they leave it. */
async function change(what: 'retries' | 'dismissals', chosen: readonly FailedJob[]): Promise<void> {
  const body = { ids: chosen.map(({ id }) => id) };
  answered(jobsQuery, await callAdmin(`POST /admin/failed-jobs/${what}`, { body }));
  reload('today');
}

/** The emails and payment jobs that became dead letters, which Today counts: each can be retried, or dismissed. */
export function FailedJobs() {
  const today = useQuery(todayQuery).data;
  const emails = today?.failed_mails?.count ?? 0;
  const payments = today?.failed_payment_jobs?.count ?? 0;
  const { data: jobs = [] } = useQuery({ ...failedJobsQuery, enabled: emails + payments > 0 });
  const { write, busy } = useWrite({ failed: 'Not retried' });
  if (emails + payments === 0) return null;
  const waiting = jobs.filter(({ retrying }) => !retrying);
  const retry = (chosen: readonly FailedJob[]) => void write(() => change('retries', chosen));
  return (
    <section aria-labelledby="failed-jobs" className="panel grid gap-2">
      <h2 id="failed-jobs" className="text-lg">
        {[emails > 0 && 'Emails not sent', payments > 0 && 'Payments not settled']
          .filter(Boolean)
          .join(', ')}
      </h2>
      <p>
        They were given up after many attempts{payments > 0 && ': money may be waiting'}. Fix the
        reason first, such as the password of the mail server, then retry.
      </p>
      <ul className="empty:hidden">
        {jobs.map((job) => (
          <Row key={job.id} job={job} onRetry={() => retry([job])} />
        ))}
      </ul>
      {emails + payments > jobs.length && jobs.length > 0 && (
        <p className="text-sm text-muted">{`These ${jobs.length} of ${emails + payments} are the newest.`}</p>
      )}
      {waiting.length > 1 && (
        <Button
          tone="secondary"
          className="w-fit"
          busy={busy && 'Working...'}
          onClick={() => retry(waiting)}
        >
          Retry all {waiting.length}
        </Button>
      )}
    </section>
  );
}

/** Shown when the error is unexpected: only the server's log has the reason. */
const NO_REASON = 'the log of the server says why';

type RowProps = { job: FailedJob; onRetry: () => void };

function Row({ job, onRetry }: RowProps) {
  return (
    <li className="flex items-center gap-3 border-b border-border py-2 last:border-0">
      <p className="min-w-0 flex-1 wrap-anywhere">
        <span className="font-medium text-foreground">{job.name}</span>{' '}
        {job.order_id ? (
          <Link
            translate="no"
            to={`/admin/orders/${job.order_id}`}
            className="inline-flex min-h-11 items-center font-semibold text-primary tabular-nums underline underline-offset-4"
          >
            {job.order_number}
          </Link>
        ) : (
          job.order_number
        )}
        {job.recipient && <span className="block">{job.recipient}</span>}
        <span className="block text-sm text-muted">
          {formatDateTime(job.at)}: {job.reason ?? NO_REASON}
        </span>
      </p>
      {job.retrying ? (
        <span role="status" className="text-sm text-muted">
          Retrying...
        </span>
      ) : (
        <div className="grid gap-1">
          <CompactButton tone="secondary" aria-label={`Retry: ${jobLabel(job)}`} onClick={onRetry}>
            Retry
          </CompactButton>
          <ConfirmButton
            title="Dismiss it?"
            keep="Keep it"
            verb="Dismiss"
            work={() => change('dismissals', [job])}
            failed="Not dismissed"
            button={compact('Dismiss', `Dismiss: ${jobLabel(job)}`)}
          >
            <p>
              {jobLabel(job)}: it leaves this list and is not tried again from here. The audit log
              keeps that you dismissed it.
            </p>
          </ConfirmButton>
        </div>
      )}
    </li>
  );
}

/** 'Order confirmation, AP-7KQ-M2X': with its order or address. */
function jobLabel({ name, order_number, recipient }: FailedJob): string {
  return [name, order_number ?? recipient].filter(Boolean).join(', ');
}
