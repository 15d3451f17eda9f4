import * as z from 'zod/mini';
import type { EndpointTable } from '#contract/endpoint.ts';
import { asMade, Id, optionalLine, optionalText, Timestamp } from '#contract/fields.ts';
import { Version } from './fields.ts';
import { forRoles } from './staff-endpoint.ts';

const HTTPS = /^https:\/\/[^\s]+$/;

/** A campaign's text; a draft may lack parts of it. An empty line begins a new paragraph. */
export const CampaignForm = z.strictObject({
  subject: optionalLine(200),
  heading: optionalLine(200),
  text: optionalText(10_000),
  button_label: optionalLine(60),
  button_url: optionalLine(500).check(
    z.refine((url) => url === '' || HTTPS.test(url), 'Begin the link with https://'),
  ),
  /** A path on the shop's site; JPEG, because mail programs know no newer format. */
  picture: z.nullable(
    asMade(/^\/pictures\/og\/[a-z0-9-]{1,80}\.jpg$/, 'Not a picture for newsletters'),
  ),
  /** What the picture shows, for those who do not see it. */
  picture_text: optionalLine(200),
});
export type CampaignForm = z.infer<typeof CampaignForm>;

const CAMPAIGN_STATES = ['draft', 'sending', 'stopped', 'sent'] as const;

export const Campaign = z.extend(CampaignForm, {
  id: Id,
  button_url: z.string(),
  state: z.enum(CAMPAIGN_STATES),
  version: z.number(),
  /** Whether a test of exactly this text was sent. */
  tested: z.boolean(),
  /** The numbers of addresses at the start of sending, of those it was sent to, and of those it could not be sent to. */
  recipients: z.number(),
  sent: z.number(),
  failed: z.number(),
  /** How many of the failed were not refused because of their address: they get it when the campaign is continued. */
  held: z.number(),
  /** Whether emails wait for longer than two minutes, because the mail server does not accept them. */
  delayed: z.boolean(),
  changed_at: Timestamp,
  sent_at: z.nullable(Timestamp),
});
export type Campaign = z.infer<typeof Campaign>;

/** What an endpoint about one campaign has. */
const one = { params: z.object({ id: Id }), response: Campaign, errors: ['not_found'] } as const;
const version = z.strictObject({ version: Version });

const owner = forRoles('owner');

export const adminNewsletterEndpoints = {
  'GET /admin/newsletter': owner({
    summary: 'How many addresses are confirmed, and the last 100 campaigns',
    response: z.object({ confirmed: z.number(), campaigns: z.array(Campaign) }),
  }),
  'POST /admin/newsletter/export': owner({
    summary: 'The confirmed addresses with their unsubscribe links, as CSV',
    recentFactor: true,
    response: z.object({ csv: z.string() }),
  }),
  'POST /admin/newsletter/campaigns': owner({
    summary:
      'Begin a campaign, as an empty draft; the one that nobody has written into, if there is one',
    status: 201,
    response: Campaign,
  }),
  'GET /admin/newsletter/campaigns/{id}': owner({
    ...one,
    summary: 'One campaign, and how far it is sent',
  }),
  'PATCH /admin/newsletter/campaigns/{id}': owner({
    ...one,
    summary: 'Change a draft; a changed text requires another test',
    body: z.extend(CampaignForm, { version: Version }),
    errors: ['not_found', 'changed_meanwhile'],
  }),
  'DELETE /admin/newsletter/campaigns/{id}': owner({
    summary: 'Delete a draft',
    params: one.params,
    errors: one.errors,
  }),
  'POST /admin/newsletter/campaigns/{id}/test': owner({
    ...one,
    summary: 'Email the campaign to the staff member',
    body: version,
    errors: ['not_found', 'changed_meanwhile'],
  }),
  'POST /admin/newsletter/campaigns/{id}/sending': owner({
    ...one,
    summary:
      'Send a tested campaign to every confirmed address, once each; or continue after a stop',
    recentFactor: true,
    body: version,
    errors: ['not_found', 'changed_meanwhile', 'not_allowed_now'],
  }),
  'POST /admin/newsletter/campaigns/{id}/stop': owner({
    ...one,
    summary: 'Stop sending; addresses that it has not reached wait',
  }),
} as const satisfies EndpointTable;
