// Started by killed-process.test.ts: a process that sends the queued auth mails and newsletter letters, as the shop does,
// through the given mail server, until it is killed.

import { openPool } from '@aparajita/postgres/pool';
import { createDatabase } from '#server/database/database.ts';
import { openSmtp } from '#server/email/smtp.ts';
import { renderEmail } from '#server/email/template/render-email.ts';
import { openJobs } from '#server/jobs/jobs.ts';
import type { JobHandlers } from '#server/jobs/worker.ts';
import { createLog } from '#server/log.ts';
import { letterMail } from '#server/newsletter/letter-email.ts';
import { deliverLetter, queueLetters } from '#server/newsletter/send-letter.ts';

type Orders = {
  connection: { host: string; port: number; user: string; database: string };
  smtpUrl: string;
};

const SITE = 'https://example.in';

process.on('disconnect', () => process.exit());
process.once('message', async ({ connection, smtpUrl }: Orders) => {
  const log = createLog('silent');
  const pool = openPool({ connection, role: 'shop_app', pooled: false, size: 3, log });
  const smtp = openSmtp({ url: smtpUrl, from: 'tea@example.in', replyTo: 'tea@example.in' });
  const database = createDatabase({ pool, enter: 'token', prepare: true });
  const jobs = await openJobs(pool, log);
  const handlers: Partial<JobHandlers> = {
    'auth-mail': ({ id }) =>
      smtp.send({ idempotencyKey: id, to: 'asha@example.com', subject: id, text: id, html: id }),
    'newsletter-batch': (start) => queueLetters(database, jobs, start),
    'newsletter-letter': ({ delivery_id }) =>
      deliverLetter(database, delivery_id, async (delivery) =>
        smtp.send(await renderEmail(letterMail(delivery, SITE), SITE)),
      ),
  };
  await jobs.work(handlers, { limitConcurrency: true });
});
