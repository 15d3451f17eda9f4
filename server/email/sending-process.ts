// Started by killed-process.test.ts: a process that sends the queued auth mails, as the shop does, through the given
// mail server, until it is killed.

import { openPool } from '@aparajita/postgres/pool';
import { openJobs } from '#server/jobs/jobs.ts';
import type { JobHandlers } from '#server/jobs/worker.ts';
import { createLog } from '#server/log.ts';
import { openSmtp } from './smtp.ts';

type Orders = {
  connection: { host: string; port: number; user: string; database: string };
  smtpUrl: string;
};

process.on('disconnect', () => process.exit());
process.once('message', async ({ connection, smtpUrl }: Orders) => {
  const log = createLog('silent');
  const pool = openPool({ connection, role: 'shop_app', pooled: false, size: 3, log });
  const smtp = openSmtp({ url: smtpUrl, from: 'tea@example.in', replyTo: 'tea@example.in' });
  const jobs = await openJobs(pool, log);
  const handlers: Partial<JobHandlers> = {
    'auth-mail': ({ id }) =>
      smtp.send({ idempotencyKey: id, to: 'asha@example.com', subject: id, text: id, html: id }),
  };
  await jobs.work(handlers, { limitConcurrency: true });
});
