import { randomUUID } from 'node:crypto';
import type { ServerAuditVerb } from '#contract/admin/audit-verbs.ts';
import type { adminNewsletterEndpoints, Campaign } from '#contract/admin/newsletter.ts';
import { AppError } from '#contract/errors.ts';
import { toCsv } from '#domain/csv.ts';
import { keysOf } from '#domain/keys-of.ts';
import { writeAudit } from '#server/admin/audit/write-audit.ts';
import type { Transaction } from '#server/database/database.ts';
import { requireRow } from '#server/database/require-row.ts';
import type { StaffAccess } from '#server/database/staff-database.ts';
import type { Handlers } from '#server/http/serve-endpoints.ts';
import type { Jobs } from '#server/jobs/jobs.ts';
import { unsubscribeLink } from '#server/newsletter/newsletter-emails.ts';
import {
  countConfirmed,
  deleteDraft,
  findCampaign,
  findUntouched,
  insertCampaign,
  insertDeliveries,
  listCampaigns,
  listConfirmed,
  lockCampaign,
  markTested,
  releaseHeld,
  releaseLost,
  startSending,
  stopSending,
  updateCampaign,
} from './queries.ts';

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

    // An empty draft; sent again after a lost answer, it is the same one.
    'POST /admin/newsletter/campaigns': ({ staff }) =>
      staff.transact(async (tx) => {
        const [empty] = await tx.rows(findUntouched());
        if (empty) return empty;
        const { id } = requireRow(await tx.rows(insertCampaign()));
        await writeAudit(tx, 'write_letter', ['letter', id]);
        return readCampaign(tx, id);
      }),

    'GET /admin/newsletter/campaigns/{id}': async ({ staff, params }) =>
      requireRow(await staff.rows(findCampaign(params.id))),

    'PATCH /admin/newsletter/campaigns/{id}': ({ staff, params: { id }, body }) =>
      act(staff, id, async (tx, before) => {
        const { version, ...form } = body;
        const differing = keysOf(form).filter((name) => before[name] !== form[name]);
        const [changed] = await tx.rows(updateCampaign(id, version, form));
        const isRepeated = before.state === 'draft' && differing.length === 0;
        if (!changed && !isRepeated) throw new AppError('changed_meanwhile', CHANGED);
        if (differing.length === 0) return null;
        const of = (campaign: Campaign) =>
          Object.fromEntries(differing.map((name) => [name, campaign[name]]));
        return {
          verb: 'change_letter',
          before: of(before),
          after: (now) => ({ ...of(now), version: now.version }),
        };
      }),

    'DELETE /admin/newsletter/campaigns/{id}': ({ staff, params: { id } }) =>
      staff.transact(async (tx) => {
        const draft = requireRow(await tx.rows(deleteDraft(id)));
        const change = { before: draft, after: { subject: null } };
        await writeAudit(tx, 'delete_letter', ['letter', id], change);
      }),

    'POST /admin/newsletter/campaigns/{id}/test': ({ staff, params: { id }, body: { version } }) =>
      act(staff, id, async (tx, campaign) => {
        requireVersion(campaign, version);
        requireComplete(campaign);
        const { email } = requireRow(await tx.rows(markTested(id)));
        await jobs.send(tx, 'newsletter-test', { letter_id: id, email, test_id: randomUUID() });
        return {
          verb: 'test_letter',
          before: { tested: campaign.tested },
          after: () => ({ version, tested: true }),
        };
      }),

    'POST /admin/newsletter/campaigns/{id}/sending': ({ staff, params: { id }, body }) =>
      act(staff, id, async (tx, campaign) => {
        const { version } = body;
        requireVersion(campaign, version);
        if (!campaign.tested) throw new AppError('not_allowed_now', NOT_TESTED);
        if (campaign.state !== 'draft' && campaign.state !== 'stopped') return null;
        if (campaign.state === 'stopped') {
          await tx.rows(releaseHeld(id));
          await tx.rows(releaseLost(id));
        }
        const { run } = requireRow(await tx.rows(startSending(id)));
        if (campaign.state === 'draft') {
          const { recipients } = requireRow(await tx.rows(insertDeliveries(id)));
          if (recipients === 0) throw new AppError('not_allowed_now', NO_SUBSCRIBERS);
        }
        await jobs.send(tx, 'newsletter-batch', { letter_id: id, run });
        return {
          verb: 'send_letter',
          before: { state: campaign.state },
          after: ({ state, recipients, sent }) => ({ version, state, recipients, sent }),
        };
      }),

    'POST /admin/newsletter/campaigns/{id}/stop': ({ staff, params: { id } }) =>
      act(staff, id, async (tx) => {
        const [stopped] = await tx.rows(stopSending(id));
        if (!stopped) return null;
        return {
          verb: 'stop_letter',
          before: { state: 'sending' },
          after: ({ state, sent }) => ({ state, sent }),
        };
      }),
  };
}

const CHANGED = { message: 'This newsletter has changed in the meantime, or is being sent.' };
const NOT_TESTED = { message: 'Send yourself a test of this text first.' };
const NO_SUBSCRIBERS = { message: 'Nobody has subscribed yet.' };

/** What was done to a campaign, for the audit log; `after` is of the campaign as it is then. */
type Done = { verb: ServerAuditVerb; before: object; after: (now: Campaign) => object };

/**
 * Does something to a campaign, and writes it into the audit log. The row is locked, so that concurrent requests run one
 * after the other.
 *
 * @param work returns null if it has changed nothing.
 * @returns the campaign as it is then. @throws AppError not_found, and what `work` throws.
 */
function act(
  staff: StaffAccess,
  id: string,
  work: (tx: Transaction, campaign: Campaign) => Promise<Done | null>,
): Promise<Campaign> {
  return staff.transact(async (tx) => {
    await tx.rows(lockCampaign(id));
    const done = await work(tx, await readCampaign(tx, id));
    const now = await readCampaign(tx, id);
    if (done) {
      const change = { before: done.before, after: done.after(now) };
      await writeAudit(tx, done.verb, ['letter', id], change);
    }
    return now;
  });
}

async function readCampaign(tx: Transaction, id: string): Promise<Campaign> {
  return requireRow(await tx.rows(findCampaign(id)));
}

/** @throws AppError changed_meanwhile. */
function requireVersion(campaign: Campaign, seen: number): void {
  if (campaign.version !== seen) throw new AppError('changed_meanwhile', CHANGED);
}

/** @throws AppError invalid_input, naming the fields that a campaign still needs before it is sent. */
function requireComplete({
  subject,
  heading,
  text,
  button_label,
  button_url,
  ...campaign
}: Campaign): void {
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
