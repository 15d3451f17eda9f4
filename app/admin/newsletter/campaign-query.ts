import { answered, read, reload } from '#app/admin/read.ts';
import type { Campaign } from '#contract/admin/newsletter.ts';

const SENDING_POLL_MS = 2_000;

/** One campaign; polled while it is being sent. */
export const campaignQuery = (id: string) => ({
  ...read('GET /admin/newsletter/campaigns/{id}', { params: { id } }),
  refetchInterval: ({ state }: { state: { data: Campaign | undefined } }) =>
    state.data?.state === 'sending' && SENDING_POLL_MS,
});

/** Caches a campaign's new state and reloads the list. */
export function campaignChanged(campaign: Campaign): void {
  answered(campaignQuery(campaign.id), campaign);
  reload('newsletter');
}
