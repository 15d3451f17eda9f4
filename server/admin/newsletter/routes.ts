import type { adminNewsletterEndpoints } from '#contract/admin/newsletter.ts';
import { toCsv } from '#domain/csv.ts';
import { writeAudit } from '#server/admin/audit/write-audit.ts';
import { requireRow } from '#server/database/require-row.ts';
import type { Handlers } from '#server/http/serve-endpoints.ts';
import type { Jobs } from '#server/jobs/jobs.ts';
import { unsubscribeLink } from '#server/newsletter/newsletter-emails.ts';
import {
  beginCampaign,
  changeCampaign,
  deleteCampaign,
  sendCampaign,
  stopCampaign,
  testCampaign,
} from './campaign-actions.ts';
import { countConfirmed, findCampaign, listCampaigns, listConfirmed } from './queries.ts';

const MAX_CAMPAIGNS = 100;

export function adminNewsletterHandlers({
  jobs,
  publicUrl,
}: {
  jobs: Jobs;
  publicUrl: string;
}): Handlers<typeof adminNewsletterEndpoints> {
  return {
    'GET /admin/newsletter': ({ staff }) =>
      staff.transact(async (tx) => ({
        ...requireRow(await tx.rows(countConfirmed())),
        campaigns: await tx.rows(listCampaigns(MAX_CAMPAIGNS)),
      })),

    // One line per address, with its unsubscribe link for other email programs.
    'POST /admin/newsletter/export': ({ staff }) =>
      staff.transact(async (tx) => {
        const subscribers = await tx.rows(listConfirmed());
        const after = { addresses: subscribers.length };
        await writeAudit(tx, 'export', ['newsletter', 'addresses'], { after });
        const lines = subscribers.map(({ email, confirmed_at, unsubscribe_token }) => [
          email,
          confirmed_at,
          unsubscribeLink(unsubscribe_token, publicUrl),
        ]);
        return { csv: toCsv([['email', 'confirmed_at', 'unsubscribe'], ...lines]) };
      }),

    'POST /admin/newsletter/campaigns': ({ staff }) => beginCampaign(staff),

    'GET /admin/newsletter/campaigns/{id}': async ({ staff, params }) =>
      requireRow(await staff.rows(findCampaign(params.id))),

    'PATCH /admin/newsletter/campaigns/{id}': ({ staff, params, body }) =>
      changeCampaign(staff, params.id, body),

    'DELETE /admin/newsletter/campaigns/{id}': ({ staff, params }) =>
      deleteCampaign(staff, params.id),

    'POST /admin/newsletter/campaigns/{id}/test': ({ staff, params, body }) =>
      testCampaign(staff, jobs, params.id, body.version),

    'POST /admin/newsletter/campaigns/{id}/sending': ({ staff, params, body }) =>
      sendCampaign(staff, jobs, params.id, body.version),

    'POST /admin/newsletter/campaigns/{id}/stop': ({ staff, params }) =>
      stopCampaign(staff, params.id),
  };
}
