import type { NewsletterOffer } from '#domain/coupon.ts';
import type { Database } from '#server/database/database.ts';
import { ignoreRefusedRecipient, RecipientRefused } from '#server/email/smtp.ts';
import type { SendEmail } from '#server/email/template/content.ts';
import type { Jobs } from '#server/jobs/jobs.ts';
import { PermanentFailure } from '#server/jobs/permanent-failure.ts';
import type { JobName } from '#server/jobs/queues.ts';
import type { JobHandlers } from '#server/jobs/worker.ts';
import {
  type Delivery,
  endDelivery,
  findCampaignText,
  findDelivery,
  findRequest,
  lockCampaignOf,
  newsletterTokens,
  queueDeliveries,
  releaseDelivery,
  stopIfMostlyRefused,
} from './newsletter.ts';
import { campaignEmail, subscriptionEmail, testCampaignEmail } from './newsletter-emails.ts';

/** Email services accept this many emails per second from a small sender. */
const EMAILS_PER_SECOND = 2;

const BATCH_SIZE = 20;

type NewsletterJob = Extract<JobName, `newsletter-${string}`>;

/** What the newsletter's jobs do: ask an address to confirm, email a test of a campaign, and send campaigns. */
export function newsletterJobs({
  database,
  jobs,
  sendEmail,
  publicUrl,
  secret,
  newsletterOffer,
}: {
  database: Database;
  jobs: Pick<Jobs, 'send'>;
  sendEmail: SendEmail;
  publicUrl: string;
  /** Derives the tokens in the links to confirm. */
  secret: string;
  /** The code that a subscription brings now. */
  newsletterOffer: () => NewsletterOffer | null;
}): Pick<JobHandlers, NewsletterJob> {
  const tokenOf = newsletterTokens(secret);
  return {
    'newsletter-request': async ({ request_id }) => {
      const [request] = await database.rows(findRequest(request_id, newsletterOffer()));
      if (!request) return; // a newer request replaced it and has its own email, or the link has expired
      const email = subscriptionEmail(request_id, request, tokenOf(request_id), publicUrl);
      await ignoreRefusedRecipient(sendEmail(email));
    },
    'newsletter-test': async ({ letter_id, email, test_id }) => {
      const [campaign] = await database.rows(findCampaignText(letter_id));
      if (campaign) await sendEmail(testCampaignEmail(campaign, email, test_id));
    },
    'newsletter-batch': (start) => queueNextDeliveries(database, jobs, start),
    'newsletter-letter': ({ delivery_id }) =>
      sendDelivery(database, delivery_id, (delivery) =>
        sendEmail(campaignEmail(delivery, publicUrl)),
      ),
  };
}

/** Queues the next emails, spread over the seconds until the batch after them is queued. */
async function queueNextDeliveries(
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
async function sendDelivery(
  database: Database,
  id: string,
  sendTo: (delivery: Delivery) => Promise<void>,
): Promise<void> {
  const delivery = await database.transactAsGuest(async (tx) => {
    const [campaign] = await tx.rows(lockCampaignOf(id));
    if (campaign?.sending) return (await tx.rows(findDelivery(id)))[0];
    await tx.rows(releaseDelivery(id));
    return undefined;
  });
  if (!delivery) return;
  const outcome = await outcomeOf(sendTo(delivery));
  await database.transactAsGuest(async (tx) => {
    const [counted] = await tx.rows(endDelivery(id, outcome));
    if (counted && outcome !== 'sent') await tx.rows(stopIfMostlyRefused(counted.letter_id));
  });
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
