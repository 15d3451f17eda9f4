import { queryOptions } from '@tanstack/react-query';
import { callAdmin } from '#app/admin/call-admin.ts';
import { todayQuery } from '#app/admin/today/today-query.ts';
import { cancelQueries, queryClient } from '#app/shell/api/query-client.ts';
import type { FailedJob } from '#contract/admin/failed-jobs.ts';

/** The failed jobs. While one is being retried, polls the list and refreshes Today's counts. */
export const failedJobsQuery = queryOptions({
  queryKey: ['admin', 'failed-jobs'],
  queryFn: async () => {
    const jobs = await callAdmin('GET /admin/failed-jobs');
    const shown = queryClient.getQueryData<FailedJob[]>(['admin', 'failed-jobs']);
    if (shown?.some(({ retrying }) => retrying)) reloadCounts();
    return jobs;
  },
  refetchInterval: ({ state }) => state.data?.some(({ retrying }) => retrying) && 1500,
});

/** Retries them; the list shows it until they leave. */
export async function retryFailedJobs(ids: string[]): Promise<void> {
  const jobs = await callAdmin('POST /admin/failed-jobs/retries', { body: { ids } });
  cancelQueries(failedJobsQuery.queryKey);
  queryClient.setQueryData(failedJobsQuery.queryKey, jobs);
}

/** Dismisses them: they leave the list and Today's counts. */
export async function dismissFailedJobs(ids: string[]): Promise<void> {
  const jobs = await callAdmin('POST /admin/failed-jobs/dismissals', { body: { ids } });
  cancelQueries(failedJobsQuery.queryKey);
  queryClient.setQueryData(failedJobsQuery.queryKey, jobs);
  reloadCounts();
}

function reloadCounts(): void {
  void queryClient.invalidateQueries({ queryKey: todayQuery.queryKey });
}
