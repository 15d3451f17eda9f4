import type { Database } from '#server/database/database.ts';
import { ignoreRefusedRecipient } from '#server/email/recipient-refused.ts';
import type { SendEmail } from '#server/email/send-email.ts';
import type { Jobs } from '#server/jobs/jobs.ts';
import type { JobName } from '#server/jobs/queues.ts';
import type { JobHandlers } from '#server/jobs/worker.ts';
import { campaignEmail, testCampaignEmail } from './campaign-email.ts';
import { findCampaignText, findRequest } from './queries.ts';
import { queueNextDeliveries, sendDelivery } from './send-campaign.ts';
import { subscriptionEmail } from './subscription-email.ts';
import { newsletterTokens } from './token.ts';

type NewsletterJob = Extract<JobName, `newsletter-${string}`>;

/** What the newsletter's jobs do: ask an address to confirm, email a test of a campaign, and send campaigns. */
export function newsletterJobs({
  database,
  jobs,
  sendEmail,
  publicUrl,
  secret,
}: {
  database: Database;
  jobs: Pick<Jobs, 'send'>;
  sendEmail: SendEmail;
  publicUrl: string;
  /** Derives the tokens in the links to confirm. */
  secret: string;
}): Pick<JobHandlers, NewsletterJob> {
  const tokenOf = newsletterTokens(secret);
  return {
    'newsletter-request': async ({ request_id }) => {
      const [request] = await database.rows(findRequest(request_id));
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
