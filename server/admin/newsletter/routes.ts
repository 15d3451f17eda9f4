import { randomUUID } from 'node:crypto';
import {
  adminNewsletterEndpoints,
  type Letter,
  type LetterForm,
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
  findLetter,
  findLetterByKey,
  insertDeliveries,
  insertLetter,
  listConfirmed,
  listLetters,
  lockLetter,
  markTested,
  setRecipients,
  startSending,
  stopSending,
  updateLetter,
} from './queries.ts';
import { subscribersCsv } from './subscribers-csv.ts';

const MAX_LETTERS = 100;

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
          letters: await tx.rows(listLetters(MAX_LETTERS)),
        })),

      'POST /admin/newsletter/export': ({ staff }) =>
        staff.transact(async (tx) => {
          const subscribers = await tx.rows(listConfirmed());
          const after = { addresses: subscribers.length };
          await tx.rows(insertAudit({ verb: 'export', ...NEWSLETTER, after }));
          return { csv: subscribersCsv(subscribers, (key) => unsubscribeLink(key, publicUrl)) };
        }),

      'POST /admin/newsletter/letters': ({ staff, body, idempotencyKey }) =>
        staff.transact(async (tx) => {
          const [written] = await tx.rows(insertLetter(body, idempotencyKey));
          if (!written)
            return expectSame(found(await tx.rows(findLetterByKey(idempotencyKey))), body);
          await log(tx, 'write_letter', written.id, { subject: body.subject });
          return read(tx, written.id);
        }),

      'GET /admin/newsletter/letters/{id}': async ({ staff, params }) =>
        found(await staff.rows(findLetter(params.id))),

      'PATCH /admin/newsletter/letters/{id}': ({ staff, params, body }) =>
        staff.transact(async (tx) => {
          const { version, ...letter } = body;
          await read(tx, params.id);
          const [changed] = await tx.rows(updateLetter(params.id, version, letter));
          if (!changed) throw new AppError('letter_changed');
          const now = await read(tx, params.id);
          if (now.version !== version) {
            await log(tx, 'change_letter', params.id, { version: now.version });
          }
          return now;
        }),

      'DELETE /admin/newsletter/letters/{id}': ({ staff, params }) =>
        staff.transact(async (tx) => {
          await log(tx, 'delete_letter', params.id, found(await tx.rows(deleteDraft(params.id))));
        }),

      'POST /admin/newsletter/letters/{id}/test': ({ staff, params, body }) =>
        staff.transact(async (tx) => {
          const letter = await locked(tx, params.id, body.version);
          expectComplete(letter);
          const { email } = found(await tx.rows(markTested(params.id)));
          await jobs.send(tx, 'newsletter-test', {
            letter_id: params.id,
            email,
            test_id: randomUUID(),
          });
          await log(tx, 'test_letter', params.id, body);
          return read(tx, params.id);
        }),

      'POST /admin/newsletter/letters/{id}/sending': ({ staff, params, body }) =>
        staff.transact(async (tx) => {
          const letter = await locked(tx, params.id, body.version);
          if (!letter.tested) throw new AppError('letter_not_tested');
          if (letter.state !== 'draft' && letter.state !== 'stopped') return letter;
          const { run } = found(await tx.rows(startSending(params.id)));
          if (letter.state === 'draft') {
            const { recipients } = found(await tx.rows(insertDeliveries(params.id)));
            if (recipients === 0) throw new AppError('nobody_subscribed');
            await tx.rows(setRecipients(params.id, recipients));
          }
          await jobs.send(tx, 'newsletter-batch', { letter_id: params.id, run });
          const now = await read(tx, params.id);
          const { recipients, sent } = now;
          await log(tx, 'send_letter', params.id, { ...body, recipients, sent });
          return now;
        }),

      'POST /admin/newsletter/letters/{id}/stop': ({ staff, params }) =>
        staff.transact(async (tx) => {
          await tx.rows(lockLetter(params.id));
          const [stopped] = await tx.rows(stopSending(params.id));
          const now = await read(tx, params.id);
          if (stopped) await log(tx, 'stop_letter', params.id, { sent: now.sent });
          return now;
        }),
    },
    staffDatabase,
  );
}

const NEWSLETTER = { subject_type: 'newsletter', subject_id: 'addresses' };

async function log(tx: Transaction, verb: string, id: string, after: object): Promise<void> {
  await tx.rows(insertAudit({ verb, subject_type: 'letter', subject_id: id, after }));
}

async function read(tx: Transaction, id: string): Promise<Letter> {
  return found(await tx.rows(findLetter(id)));
}

/** Two who press at once come one after the other. @throws AppError not_found, letter_changed. */
async function locked(tx: Transaction, id: string, version: number): Promise<Letter> {
  await tx.rows(lockLetter(id));
  const letter = await read(tx, id);
  if (letter.version !== version) throw new AppError('letter_changed');
  return letter;
}

/** A draft that was begun with this key, and has not been changed to say something else than was sent first. */
function expectSame(letter: Letter, sent: LetterForm): Letter {
  const differs = keysOf(sent).some((name) => letter[name] !== sent[name]);
  if (letter.version === 1 && differs) throw new AppError('idempotency_key_reused');
  return letter;
}

function expectComplete({ subject, heading, text, button_label, button_url, ...letter }: Letter) {
  const fields = {
    ...(!subject && { subject: 'Write the subject' }),
    ...(!heading && { heading: 'Write the heading' }),
    ...(!text && { text: 'Write the letter' }),
    ...(button_url && !button_label && { button_label: 'Name the button' }),
    ...(button_label && !button_url && { button_url: 'Say where the button leads' }),
    ...(letter.picture && !letter.picture_text && { picture_text: 'Say what the picture shows' }),
  };
  if (Object.keys(fields).length > 0) throw new AppError('invalid_input', { fields });
}
