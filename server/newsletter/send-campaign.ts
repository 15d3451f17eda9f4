import type { Database } from '#server/database/database.ts';
import { RecipientRefused } from '#server/email/recipient-refused.ts';
import type { Jobs } from '#server/jobs/jobs.ts';
import { PermanentFailure } from '#server/jobs/permanent-failure.ts';
import { type Delivery, endDelivery, findDelivery, queueDeliveries } from './queries.ts';

/** Email services accept this many emails per second from a small sender. */
const EMAILS_PER_SECOND = 2;
const BATCH_SIZE = 20;

/** Queues the next emails, spread over the seconds until the batch after them is queued. */
export async function queueNextDeliveries(
  database: Database,
  jobs: Pick<Jobs, 'send'>,
  start: { letter_id: string; run: number },
): Promise<void> {
  await database.transactAsGuest(async (tx) => {
    const next = await tx.rows(queueDeliveries(start.letter_id, start.run, BATCH_SIZE));
    for (const [index, { id }] of next.entries()) {
      const after = Math.floor(index / EMAILS_PER_SECOND);
      await jobs.send(tx, 'newsletter-letter', { delivery_id: id }, { after });
    }
    if (next.length === BATCH_SIZE) {
      await jobs.send(tx, 'newsletter-batch', start, { after: BATCH_SIZE / EMAILS_PER_SECOND });
    }
  });
}

/**
 * Sends one email of a campaign, unless it was sent already or the campaign was stopped. If the mail server refuses the
 * address, the email is not tried again. If it refuses for another reason, such as a used up quota, the email is held
 * until the campaign is continued.
 */
export async function sendDelivery(
  database: Database,
  id: string,
  sendTo: (delivery: Delivery) => Promise<void>,
): Promise<void> {
  const [delivery] = await database.rows(findDelivery(id));
  if (!delivery) return;
  await database.rows(endDelivery(id, await outcomeOf(sendTo(delivery))));
}

async function outcomeOf(sending: Promise<void>): Promise<'sent' | 'refused' | 'held'> {
  try {
    await sending;
    return 'sent';
  } catch (error) {
    if (!(error instanceof PermanentFailure)) throw error;
    return error instanceof RecipientRefused ? 'refused' : 'held';
  }
}
