import { randomUUID } from 'node:crypto';
import type { Campaign, CampaignForm } from '#contract/admin/newsletter.ts';
import { AppError } from '#contract/errors.ts';
import { keysOf } from '#domain/keys-of.ts';
import { writeAudit } from '#server/admin/audit/write-audit.ts';
import type { Transaction } from '#server/database/database.ts';
import { requireRow } from '#server/database/require-row.ts';
import type { StaffAccess } from '#server/database/staff-database.ts';
import type { Jobs } from '#server/jobs/jobs.ts';
import {
  deleteDraft,
  findCampaign,
  findUntouched,
  insertCampaign,
  insertDeliveries,
  lockCampaign,
  markTested,
  releaseHeld,
  releaseLost,
  startSending,
  stopSending,
  updateCampaign,
} from './queries.ts';

/** Begins an empty draft; sent again after a lost answer, it is the same one. */
export function beginCampaign(staff: StaffAccess): Promise<Campaign> {
  return staff.transact(async (tx) => {
    const [empty] = await tx.rows(findUntouched());
    if (empty) return empty;
    const { id } = requireRow(await tx.rows(insertCampaign()));
    await writeAudit(tx, 'write_letter', ['letter', id]);
    return readCampaign(tx, id);
  });
}

/** Saves a draft. @throws AppError not_found, changed_meanwhile. */
export function changeCampaign(
  staff: StaffAccess,
  id: string,
  { version, ...form }: CampaignForm & { version: number },
): Promise<Campaign> {
  return staff.transact(async (tx) => {
    await tx.rows(lockCampaign(id));
    const before = await readCampaign(tx, id);
    const [changed] = await tx.rows(updateCampaign(id, version, form));
    if (!changed && before.state === 'draft' && hasTexts(before, form)) return before; // a repeated request
    if (!changed) throw new AppError('changed_meanwhile', CHANGED);
    const now = await readCampaign(tx, id);
    if (now.version !== version) {
      const differing = keysOf(form).filter((name) => before[name] !== now[name]);
      const of = (each: Campaign) =>
        Object.fromEntries(differing.map((name) => [name, each[name]]));
      const change = { before: of(before), after: { ...of(now), version: now.version } };
      await writeAudit(tx, 'change_letter', ['letter', id], change);
    }
    return now;
  });
}

/** @throws AppError not_found, also for a campaign that is not a draft. */
export function deleteCampaign(staff: StaffAccess, id: string): Promise<void> {
  return staff.transact(async (tx) => {
    const draft = requireRow(await tx.rows(deleteDraft(id)));
    const change = { before: draft, after: { subject: null } };
    await writeAudit(tx, 'delete_letter', ['letter', id], change);
  });
}

/** Emails the campaign to the staff member. @throws AppError not_found, changed_meanwhile, invalid_input. */
export function testCampaign(
  staff: StaffAccess,
  jobs: Jobs,
  id: string,
  version: number,
): Promise<Campaign> {
  return staff.transact(async (tx) => {
    const campaign = await lockCurrentVersion(tx, id, version);
    requireComplete(campaign);
    const { email } = requireRow(await tx.rows(markTested(id)));
    await jobs.send(tx, 'newsletter-test', {
      letter_id: id,
      email,
      test_id: randomUUID(),
    });
    const change = { before: { tested: campaign.tested }, after: { version, tested: true } };
    await writeAudit(tx, 'test_letter', ['letter', id], change);
    return readCampaign(tx, id);
  });
}

/** Starts sending, or continues it. @throws AppError not_found, changed_meanwhile, not_allowed_now. */
export function sendCampaign(
  staff: StaffAccess,
  jobs: Jobs,
  id: string,
  version: number,
): Promise<Campaign> {
  return staff.transact(async (tx) => {
    const campaign = await lockCurrentVersion(tx, id, version);
    if (!campaign.tested) throw new AppError('not_allowed_now', NOT_TESTED);
    if (campaign.state !== 'draft' && campaign.state !== 'stopped') return campaign;
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
    const now = await readCampaign(tx, id);
    const { state, recipients, sent } = now;
    const change = {
      before: { state: campaign.state },
      after: { version, state, recipients, sent },
    };
    await writeAudit(tx, 'send_letter', ['letter', id], change);
    return now;
  });
}

/** Stops sending; a campaign that is not being sent stays as it is. @throws AppError not_found. */
export function stopCampaign(staff: StaffAccess, id: string): Promise<Campaign> {
  return staff.transact(async (tx) => {
    await tx.rows(lockCampaign(id));
    const [stopped] = await tx.rows(stopSending(id));
    const now = await readCampaign(tx, id);
    if (stopped) {
      const { state, sent } = now;
      const change = { before: { state: 'sending' }, after: { state, sent } };
      await writeAudit(tx, 'stop_letter', ['letter', id], change);
    }
    return now;
  });
}

const CHANGED = { message: 'This newsletter has changed in the meantime, or is being sent.' };
const NOT_TESTED = { message: 'Send yourself a test of this text first.' };
const NO_SUBSCRIBERS = { message: 'Nobody has subscribed yet.' };

async function readCampaign(tx: Transaction, id: string): Promise<Campaign> {
  return requireRow(await tx.rows(findCampaign(id)));
}

/** Locks the row, so that concurrent requests run one after the other. @throws AppError not_found, changed_meanwhile. */
async function lockCurrentVersion(tx: Transaction, id: string, version: number): Promise<Campaign> {
  await tx.rows(lockCampaign(id));
  const campaign = await readCampaign(tx, id);
  if (campaign.version !== version) throw new AppError('changed_meanwhile', CHANGED);
  return campaign;
}

/** Whether the campaign has these texts. */
function hasTexts(campaign: Campaign, form: CampaignForm): boolean {
  return keysOf(form).every((name) => campaign[name] === form[name]);
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
