// Started by killed.test.ts: a process that sends the queued auth mails, as the shop does, through the given mail
// server, until it is killed.

import { openPool } from '@aparajita/postgres/pool';
import { type JobHandlers, openJobs } from '#server/jobs/jobs.ts';
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
  const nothing = async () => {};
  const handlers: JobHandlers = {
    'order-confirmation': nothing,
    'payment-received': nothing,
    'refund-started': nothing,
    'refund-done': nothing,
    'payment-attention': nothing,
    'payment-unanswered': nothing,
    'order-mail': nothing,
    'staff-invitation': nothing,
    'auth-tidy': nothing,
    'contact-message': nothing,
    'newsletter-request': nothing,
    'forget-strangers': nothing,
    'forget-old': nothing,
    'sum-days': nothing,
    'auth-mail': ({ id }) =>
      smtp.send({ onceKey: id, to: 'asha@example.com', subject: id, text: id, html: id }),
  };
  await jobs.work(handlers, { limitConcurrency: true });
});
