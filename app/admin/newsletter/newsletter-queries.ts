import { queryOptions } from '@tanstack/react-query';
import { callAdmin } from '#app/admin/call-admin.ts';
import { cancelQueries, queryClient } from '#app/shell/api/query-client.ts';
import type { Campaign, CampaignForm } from '#contract/admin/newsletter.ts';

const NEWSLETTER = ['admin', 'newsletter'] as const;
const SENDING_POLL_MS = 2_000;

/** The number of subscribers, and the campaigns. */
export const newsletterQuery = queryOptions({
  queryKey: [...NEWSLETTER, 'list'],
  queryFn: () => callAdmin('GET /admin/newsletter'),
});

/** One campaign; polled while it is being sent. */
export function campaignQuery(id: string) {
  return queryOptions({
    queryKey: [...NEWSLETTER, 'one', id],
    queryFn: () => callAdmin('GET /admin/newsletter/campaigns/{id}', { params: { id } }),
    refetchInterval: ({ state }) => (state.data?.state === 'sending' ? SENDING_POLL_MS : false),
  });
}

/** Caches a campaign's new state and reloads the list. */
export function campaignChanged(campaign: Campaign): void {
  cancelQueries(campaignQuery(campaign.id).queryKey);
  queryClient.setQueryData(campaignQuery(campaign.id).queryKey, campaign);
  void queryClient.invalidateQueries({ queryKey: newsletterQuery.queryKey });
}

/** Reloads what somebody else has changed or sent, and the list after a draft was deleted. */
export function newsletterChanged(): void {
  void queryClient.invalidateQueries({ queryKey: NEWSLETTER });
}

/** The fields of a campaign that its form edits. */
export function formOf(campaign: Campaign): CampaignForm {
  const { subject, heading, text, button_label, button_url, picture, picture_text } = campaign;
  return { subject, heading, text, button_label, button_url, picture, picture_text };
}

const NEW = 'new';

/** A newsletter that is not stored yet: it is with the first save or test. */
export const NEW_CAMPAIGN: Campaign = {
  id: NEW,
  subject: '',
  heading: '',
  text: '',
  button_label: '',
  button_url: '',
  picture: null,
  picture_text: '',
  state: 'draft',
  version: 0,
  tested: false,
  ...{ recipients: 0, sent: 0, failed: 0, held: 0, delayed: false },
  changed_at: '',
  sent_at: null,
};

/** Whether a newsletter is not stored yet. */
export const isNew = ({ id }: Pick<Campaign, 'id'>): boolean => id === NEW;
