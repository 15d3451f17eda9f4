import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeEach, expect, test } from 'vitest';
import type { JobData, JobName } from '#server/jobs/queues.ts';
import { openMailServer } from '#test/mail-server.ts';
import { openShopDatabase } from '#test/shop-database.ts';

/** More than one batch. */
const READERS = 30;
/** As many as the shop's connections to its mail server. */
const UNDER_WAY = 5;

const server = await openMailServer();
const { db, jobs } = await openShopDatabase();
beforeEach(() => {
  server.received.length = 0;
});
afterAll(() => server.stop());

function startSending(): ChildProcess {
  const child = fork(new URL(import.meta.resolve('#test/sending-process.ts')), {
    execArgv: [],
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  child.send({ connection: db.connection, smtpUrl: server.url });
  return child;
}

test('a campaign reaches each confirmed address once though the process is killed in the middle', async () => {
  await db.owner.query(
    `insert into newsletter_subscriptions (email, request_id, confirmed_at)
     select 'reader' || n || '@example.com', gen_random_uuid(), now() from generate_series(1, $1) n`,
    [READERS],
  );
  const { rows } = await db.owner.query(`
    with writer as (
      insert into staff (user_id, email, role) values (gen_random_uuid(), 'owner@example.com', 'owner')
      returning user_id
    ), campaign as (
      insert into newsletter_letters (subject, heading, text, button_label, button_url, picture_text, created_by,
        state, run, tested_version, recipients)
      select 'New flowers', 'New flowers', 'They are dry.', '', '', '', user_id, 'sending', 1, 1, ${READERS} from writer
      returning id
    ), addresses as (
      insert into newsletter_deliveries (letter_id, email) select id, email from campaign, newsletter_subscriptions
    )
    select id from campaign`);
  await queue([['newsletter-batch', { letter_id: rows[0].id, run: 1 }]]);
  await sendKilledAfter(READERS / 2);
  expectOnce(READERS, ({ recipients }) => recipients.join());
  const { rows: campaigns } = await db.owner.query('select sent, failed from newsletter_letters');
  expect(campaigns).toEqual([{ sent: READERS, failed: 0 }]);
});

/** Queues jobs in one transaction. */
async function queue<N extends JobName>(queued: [name: N, data: JobData[N]][]): Promise<void> {
  const client = await db.owner.connect();
  await client.query('begin');
  const tx = { executeSql: (text: string, values?: unknown[]) => client.query(text, values) };
  for (const [name, data] of queued) await jobs.send(tx, name, data);
  await client.query('commit');
  client.release();
}

/** Has a process send the queued emails, kills it after so many, and has another one send the rest. */
async function sendKilledAfter(count: number): Promise<void> {
  const first = startSending();
  const gone = once(first, 'exit');
  while (server.received.length < count) {
    await makeDue();
    await sleep(1);
  }
  first.kill('SIGKILL');
  await gone;
  // What pg-boss does by itself when a worker's heartbeat has stopped for ten seconds.
  await db.owner.query(
    `update jobs.job set state = 'retry', start_after = now() where state = 'active'`,
  );
  const second = startSending();
  await expect
    .poll(async () => {
      await makeDue();
      const { rows } = await db.owner.query(`select from jobs.job where state <> 'completed'`);
      return rows.length;
    })
    .toBe(0);
  second.kill('SIGKILL');
}

/** Emails are spread over seconds. */
const makeDue = () =>
  db.owner.query(
    `update jobs.job set start_after = now() where state = 'created' and start_after > now()`,
  );

/** Each email was sent, those in progress perhaps twice, with the same Message-ID. */
function expectOnce(count: number, nameOf: (email: (typeof server.received)[number]) => string) {
  const times = new Map<string, string[]>();
  for (const email of server.received) {
    times.set(nameOf(email), [...(times.get(nameOf(email)) ?? []), email.messageId ?? '']);
  }
  const repeated = [...times.values()].filter((ids) => ids.length > 1);
  expect(times.size).toBe(count);
  expect(repeated.length).toBeLessThanOrEqual(UNDER_WAY);
  for (const ids of repeated) expect([ids.length, new Set(ids).size]).toEqual([2, 1]);
  expect(new Set([...times.values()].flat()).size).toBe(count);
}
