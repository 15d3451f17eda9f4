import { queryOptions } from '@tanstack/react-query';
import { callAdmin } from '#app/admin/call-admin.ts';
import { todayQuery } from '#app/admin/today/today-query.ts';
import { cancelReads, queryClient } from '#app/shell/api/query-client.ts';
import type { FailedJob } from '#contract/admin/failed-jobs.ts';

/** What was given up. While something of it is tried again the list is read anew, with Today's counts: it leaves the list. */
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

/** Tries them again; the list then says so, until they have left it. */
export async function retryFailedJobs(ids: string[]): Promise<void> {
  const jobs = await callAdmin('POST /admin/failed-jobs/retries', { body: { ids } });
  cancelReads(failedJobsQuery.queryKey);
  queryClient.setQueryData(failedJobsQuery.queryKey, jobs);
}

/** Gives them up for good: they leave the list, and Today's counts. */
export async function dismissFailedJobs(ids: string[]): Promise<void> {
  const jobs = await callAdmin('POST /admin/failed-jobs/dismissals', { body: { ids } });
  cancelReads(failedJobsQuery.queryKey);
  queryClient.setQueryData(failedJobsQuery.queryKey, jobs);
  reloadCounts();
}

function reloadCounts(): void {
  void queryClient.invalidateQueries({ queryKey: todayQuery.queryKey });
}
