import type { Database } from '#server/database/database.ts';
import type { SendEmail } from '#server/email/send-email.ts';
import type { JobHandlers } from '#server/jobs/worker.ts';
import { messageAnswer } from './answer-email.ts';
import { contactMessage } from './contact-email.ts';
import { findAnswer, findMessage } from './queries.ts';

/** What the jobs of the contact form do: email a message to the shop, and the shop's answer to its sender. */
export function contactJobs({
  database,
  sendEmail,
  publicUrl,
  shopEmail,
}: {
  database: Database;
  sendEmail: SendEmail;
  publicUrl: string;
  shopEmail: string;
}): Pick<JobHandlers, 'contact-message' | 'message-answer'> {
  return {
    'contact-message': async ({ message_id }) => {
      const [message] = await database.rows(findMessage(message_id));
      if (message) await sendEmail(contactMessage(message, shopEmail, publicUrl));
    },
    'message-answer': async ({ answer_id }) => {
      const [answer] = await database.rows(findAnswer(answer_id));
      if (answer) await sendEmail(messageAnswer(answer));
    },
  };
}
