import { randomUUID } from 'node:crypto';
import {
  adminNewsletterEndpoints,
  type Campaign,
  type CampaignForm,
} from '#contract/admin/newsletter.ts';
import { AppError } from '#contract/errors.ts';
import { keysOf } from '#domain/keys-of.ts';
import { insertAudit } from '#server/admin/audit/queries.ts';
import type { Transaction } from '#server/database/database.ts';
import { found } from '#server/database/found.ts';
import type { StaffDatabase } from '#server/database/staff-database.ts';
import { type Authenticate, serve } from '#server/http/serve-endpoints.ts';
import type { Jobs } from '#server/jobs/jobs.ts';
import { unsubscribeLink } from '#server/newsletter/unsubscribe-link.ts';
import {
  countConfirmed,
  deleteDraft,
  findCampaign,
  findCampaignByKey,
  insertCampaign,
  insertDeliveries,
  listCampaigns,
  listConfirmed,
  lockCampaign,
  markTested,
  setRecipients,
  startSending,
  stopSending,
  updateCampaign,
} from './queries.ts';
import { subscribersCsv } from './subscribers-csv.ts';

const MAX_CAMPAIGNS = 100;

export function adminNewsletterRoutes(
  deps: { staffDatabase: StaffDatabase; jobs: Jobs; publicUrl: string },
  authenticate: Authenticate,
) {
  const { staffDatabase, jobs, publicUrl } = deps;
  return serve(
    adminNewsletterEndpoints,
    authenticate,
    {
      'GET /admin/newsletter': ({ staff }) =>
        staff.transact(async (tx) => ({
          ...found(await tx.rows(countConfirmed())),
          campaigns: await tx.rows(listCampaigns(MAX_CAMPAIGNS)),
        })),

      'POST /admin/newsletter/export': ({ staff }) =>
        staff.transact(async (tx) => {
          const subscribers = await tx.rows(listConfirmed());
          const after = { addresses: subscribers.length };
          await tx.rows(insertAudit({ verb: 'export', ...NEWSLETTER, after }));
          return { csv: subscribersCsv(subscribers, (key) => unsubscribeLink(key, publicUrl)) };
        }),

      'POST /admin/newsletter/campaigns': ({ staff, body, idempotencyKey }) =>
        staff.transact(async (tx) => {
          const [written] = await tx.rows(insertCampaign(body, idempotencyKey));
          if (!written)
            return expectSame(found(await tx.rows(findCampaignByKey(idempotencyKey))), body);
          await log(tx, 'write_letter', written.id, null, { subject: body.subject });
          return read(tx, written.id);
        }),

      'GET /admin/newsletter/campaigns/{id}': async ({ staff, params }) =>
        found(await staff.rows(findCampaign(params.id))),

      'PATCH /admin/newsletter/campaigns/{id}': ({ staff, params, body }) =>
        staff.transact(async (tx) => {
          const { version, ...campaign } = body;
          await tx.rows(lockCampaign(params.id));
          const before = await read(tx, params.id);
          const [changed] = await tx.rows(updateCampaign(params.id, version, campaign));
          if (!changed) throw new AppError('changed_meanwhile', CHANGED);
          const now = await read(tx, params.id);
          if (now.version !== version) {
            const differing = keysOf(campaign).filter((name) => before[name] !== now[name]);
            const of = (each: Campaign) =>
              Object.fromEntries(differing.map((name) => [name, each[name]]));
            await log(tx, 'change_letter', params.id, of(before), {
              ...of(now),
              version: now.version,
            });
          }
          return now;
        }),

      'DELETE /admin/newsletter/campaigns/{id}': ({ staff, params }) =>
        staff.transact(async (tx) => {
          const draft = found(await tx.rows(deleteDraft(params.id)));
          await log(tx, 'delete_letter', params.id, draft, { subject: null });
        }),

      'POST /admin/newsletter/campaigns/{id}/test': ({ staff, params, body }) =>
        staff.transact(async (tx) => {
          const campaign = await locked(tx, params.id, body.version);
          expectComplete(campaign);
          const { email } = found(await tx.rows(markTested(params.id)));
          await jobs.send(tx, 'newsletter-test', {
            letter_id: params.id,
            email,
            test_id: randomUUID(),
          });
          const { tested } = campaign;
          await log(tx, 'test_letter', params.id, { tested }, { ...body, tested: true });
          return read(tx, params.id);
        }),

      'POST /admin/newsletter/campaigns/{id}/sending': ({ staff, params, body }) =>
        staff.transact(async (tx) => {
          const campaign = await locked(tx, params.id, body.version);
          if (!campaign.tested) throw new AppError('not_allowed_now', NOT_TESTED);
          if (campaign.state !== 'draft' && campaign.state !== 'stopped') return campaign;
          const { run } = found(await tx.rows(startSending(params.id)));
          if (campaign.state === 'draft') {
            const { recipients } = found(await tx.rows(insertDeliveries(params.id)));
            if (recipients === 0) throw new AppError('not_allowed_now', NO_SUBSCRIBERS);
            await tx.rows(setRecipients(params.id, recipients));
          }
          await jobs.send(tx, 'newsletter-batch', { letter_id: params.id, run });
          const now = await read(tx, params.id);
          const { state, recipients, sent } = now;
          const after = { ...body, state, recipients, sent };
          await log(tx, 'send_letter', params.id, { state: campaign.state }, after);
          return now;
        }),

      'POST /admin/newsletter/campaigns/{id}/stop': ({ staff, params }) =>
        staff.transact(async (tx) => {
          await tx.rows(lockCampaign(params.id));
          const [stopped] = await tx.rows(stopSending(params.id));
          const now = await read(tx, params.id);
          if (stopped) {
            const { state, sent } = now;
            await log(tx, 'stop_letter', params.id, { state: 'sending' }, { state, sent });
          }
          return now;
        }),
    },
    staffDatabase,
  );
}

const CHANGED = { message: 'This newsletter has changed meanwhile, or is being sent.' };
const NOT_TESTED = { message: 'Send yourself a test of this text first.' };
const NO_SUBSCRIBERS = { message: 'Nobody has subscribed yet.' };

const NEWSLETTER = { subject_type: 'newsletter', subject_id: 'addresses' };

/** `before`: null for what was not there. */
async function log(
  tx: Transaction,
  verb: string,
  id: string,
  before: object | null,
  after: object,
): Promise<void> {
  const subject = { subject_type: 'letter', subject_id: id };
  await tx.rows(insertAudit({ verb, ...subject, ...(before && { before }), after }));
}

async function read(tx: Transaction, id: string): Promise<Campaign> {
  return found(await tx.rows(findCampaign(id)));
}

/** Locks the row: two requests at once run one after the other. @throws AppError not_found, changed_meanwhile. */
async function locked(tx: Transaction, id: string, version: number): Promise<Campaign> {
  await tx.rows(lockCampaign(id));
  const campaign = await read(tx, id);
  if (campaign.version !== version) throw new AppError('changed_meanwhile', CHANGED);
  return campaign;
}

/** A draft that was begun with this key, and has not been changed to say something else than was sent first. */
function expectSame(campaign: Campaign, sent: CampaignForm): Campaign {
  const differs = keysOf(sent).some((name) => campaign[name] !== sent[name]);
  if (campaign.version === 1 && differs) throw new AppError('idempotency_key_reused');
  return campaign;
}

function expectComplete({
  subject,
  heading,
  text,
  button_label,
  button_url,
  ...campaign
}: Campaign) {
  const fields = {
    ...(!subject && { subject: 'Write the subject' }),
    ...(!heading && { heading: 'Write the heading' }),
    ...(!text && { text: 'Write the text' }),
    ...(button_url && !button_label && { button_label: 'Name the button' }),
    ...(button_label && !button_url && { button_url: 'Say where the button leads' }),
    ...(campaign.picture &&
      !campaign.picture_text && { picture_text: 'Say what the picture shows' }),
  };
  if (Object.keys(fields).length > 0) throw new AppError('invalid_input', { fields });
}
