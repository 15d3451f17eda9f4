import type { Database } from '#server/database/database.ts';
import { RecipientRefused } from '#server/email/recipient-refused.ts';
import type { Jobs } from '#server/jobs/jobs.ts';
import { PermanentFailure } from '#server/jobs/permanent-failure.ts';
import { type Delivery, endDelivery, findDelivery, queueDeliveries } from './queries.ts';

/** Two mails a second, which mail services take from a small sender. */
const PER_SECOND = 2;
const BATCH = 20;

/** Queues the next mails, spread over the seconds until the batch after them is queued. */
export async function queueNextDeliveries(
  database: Database,
  jobs: Pick<Jobs, 'send'>,
  start: { letter_id: string; run: number },
): Promise<void> {
  await database.transactAsGuest(async (tx) => {
    const next = await tx.rows(queueDeliveries(start.letter_id, start.run, BATCH));
    for (const [index, { id }] of next.entries()) {
      const after = Math.floor(index / PER_SECOND);
      await jobs.send(tx, 'newsletter-letter', { delivery_id: id }, { after });
    }
    if (next.length === BATCH) {
      await jobs.send(tx, 'newsletter-batch', start, { after: BATCH / PER_SECOND });
    }
  });
}

/**
 * Sends one mail of a campaign, unless it was sent or the campaign stopped. An address that refuses for good is not tried
 * again; what is refused for another reason, such as a used up quota, is sent when the campaign is continued.
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
