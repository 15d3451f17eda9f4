import { closeAfterFile } from '@aparajita/postgres/testing';
import { beforeEach, expect, test } from 'vitest';
import { openSmtp } from '#server/email/smtp.ts';
import { jobsDone } from '#test/jobs.ts';
import { openMailServer } from '#test/mail-server.ts';
import { openStaffedShop } from '#test/staff.ts';

const READERS = ['asha', 'bina', 'chitra', 'deepa', 'esha'].map((name) => `${name}@example.com`);
const CAMPAIGNS = '/api/admin/newsletter/campaigns';
const CAMPAIGN = {
  ...{ subject: 'New flowers', heading: 'New flowers', text: 'They are dry.' },
  ...{ button_label: '', button_url: '', picture: null, picture_text: '' },
};

const server = await openMailServer();
const smtp = openSmtp({ url: server.url, from: 'A <a@example.in>', replyTo: 'a@example.in' });
const { shop, owner, rows, get } = await openStaffedShop({ deliverEmail: smtp.send });
closeAfterFile(async () => {
  smtp.close();
  await server.stop();
});
await shop.startJobs();
let id: string;

beforeEach(async () => {
  await rows('delete from newsletter_letters; delete from newsletter_subscriptions');
  await rows(
    `insert into newsletter_subscriptions (email, request_id, confirmed_at)
     select email, gen_random_uuid(), now() from unnest($1::text[]) email`,
    [READERS],
  );
  const key = { 'idempotency-key': 'the-only-campaign' };
  ({ id } = (await owner.request('POST', CAMPAIGNS, CAMPAIGN, key)).body);
  await request('test');
  await jobsDone(shop.db.owner);
  server.received.length = 0;
  await server.stop();
  await request('sending');
  await expect.poll(() => waiting()).toBe(READERS.length);
});

const request = (what: 'test' | 'sending' | 'stop') =>
  owner.request('POST', `${CAMPAIGNS}/${id}/${what}`, what === 'stop' ? undefined : { version: 1 });
const read = () => get(`newsletter/campaigns/${id}`);
const reached = () => server.received.flatMap(({ recipients }) => recipients).sort();

/** The number of jobs in these states; by default those whose email the mail server did not accept. */
const waiting = async (states = ['retry']): Promise<number> =>
  (
    await rows(
      `select count(*)::int as n from jobs.job where name = 'newsletter-letter' and state::text = any($1)`,
      [states],
    )
  )[0].n;

/** The campaign's state, once delayed jobs were made due. */
async function later() {
  await rows(
    `update jobs.job set start_after = now() where state in ('created', 'retry') and name like 'newsletter-%'`,
  );
  shop.wake('newsletter-batch');
  shop.wake('newsletter-letter');
  const { state, sent, failed } = await read();
  return { state, sent, failed };
}

/** Makes delayed jobs due until all jobs are done. */
const nothingWaits = () =>
  expect
    .poll(async () => {
      await later();
      return waiting(['created', 'retry', 'active']);
    })
    .toBe(0);

/** Each address got one email in the end. */
async function expectSent(): Promise<void> {
  await expect.poll(later).toEqual({ state: 'sent', sent: READERS.length, failed: 0 });
  await nothingWaits();
  expect(reached()).toEqual(READERS);
}

test('the owner sees that emails wait; when the mail server is back, each address gets one', async () => {
  expect(await read()).toMatchObject({ state: 'sending', sent: 0, failed: 0, delayed: false });
  await rows(`update newsletter_deliveries set queued_at = queued_at - interval '3 minutes'`);
  expect(await read()).toMatchObject({ state: 'sending', sent: 0, failed: 0, delayed: true });
  expect((await get('newsletter')).campaigns[0]).toMatchObject({ id, delayed: true });

  await server.start();
  await expectSent();
  expect(await read()).toMatchObject({ delayed: false });
});

test('a campaign that is stopped reaches nobody when the mail server is back, and continued each address once', async () => {
  expect((await request('stop')).body).toMatchObject({ state: 'stopped', sent: 0 });
  await server.start();
  await nothingWaits();
  expect(reached()).toEqual([]);
  expect((await request('sending')).body.state).toBe('sending');
  await expectSent();
});

test('a campaign whose emails were given up reaches all when it is stopped and continued, and none is listed as not sent', async () => {
  await rows(
    `with gone as (
       delete from jobs.job where name = 'newsletter-letter' and state = 'retry' returning data
     )
     insert into jobs.job (name, source_name, data) select 'dead-letter', 'newsletter-letter', data from gone`,
  );
  await server.start();
  await request('stop');
  await request('sending');
  await expectSent();
  expect(await get('failed-jobs')).toEqual([]);
});
