// Started by killed-process.slow.test.ts: a process that sends the queued auth emails and campaigns, as the shop does,
// through the given mail server, until it is killed.

import { openPool } from '@aparajita/postgres/pool';
import { createDatabase } from '#server/database/database.ts';
import { openSmtp } from '#server/email/smtp.ts';
import type { SendEmail } from '#server/email/template/content.ts';
import { renderEmail } from '#server/email/template/render-email.ts';
import { openJobs } from '#server/jobs/jobs.ts';
import type { JobHandlers } from '#server/jobs/worker.ts';
import { createLog } from '#server/log.ts';
import { newsletterJobs } from '#server/newsletter/newsletter-jobs.ts';

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
  const sendEmail: SendEmail = async (content) => smtp.send(await renderEmail(content, SITE));
  const handlers: Partial<JobHandlers> = {
    'auth-mail': ({ id }) =>
      smtp.send({ idempotencyKey: id, to: 'asha@example.com', subject: id, text: id, html: id }),
    ...newsletterJobs({ database, jobs, sendEmail, publicUrl: SITE, secret: 'of no use here' }),
  };
  await jobs.work(handlers, { limitConcurrency: true });
});
