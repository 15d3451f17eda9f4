import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, expect, test } from 'vitest';
import { openMailServer } from '#test/mail-server.ts';
import { openShopDatabase } from '#test/shop-database.ts';

const MAILS = 20;
/** As many as the shop's connections to its mail server. */
const UNDER_WAY = 5;

const server = await openMailServer();
const { db, jobs } = await openShopDatabase();
afterAll(() => server.stop());

function startSending(): ChildProcess {
  const child = fork(path.join(import.meta.dirname, 'sending-process.ts'), {
    execArgv: [],
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  child.send({ connection: db.connection, smtpUrl: server.url });
  return child;
}

test('a process killed while sending repeats only the mails in progress, each with the same Message-ID', async () => {
  const client = await db.owner.connect();
  await client.query('begin');
  const tx = { executeSql: (text: string, values?: unknown[]) => client.query(text, values) };
  for (let n = 0; n < MAILS; n += 1)
    await jobs.send(tx, 'auth-mail', { id: `mail ${n}`, sealed: '' });
  await client.query('commit');
  client.release();

  const first = startSending();
  const gone = once(first, 'exit');
  while (server.received.length < MAILS / 2) await sleep(1);
  first.kill('SIGKILL');
  await gone;
  // What pg-boss does by itself when a worker's heartbeat has stopped for ten seconds.
  await db.owner.query(
    `update jobs.job set state = 'retry', start_after = now() where state = 'active'`,
  );
  const second = startSending();
  await expect
    .poll(
      async () => {
        const { rows } = await db.owner.query(`select from jobs.job where state <> 'completed'`);
        return rows.length;
      },
      { timeout: 15_000 },
    )
    .toBe(0);
  second.kill('SIGKILL');

  const times = new Map<string, string[]>();
  for (const { subject = '', messageId = '' } of server.received) {
    times.set(subject, [...(times.get(subject) ?? []), messageId]);
  }
  const repeated = [...times.values()].filter((ids) => ids.length > 1);
  expect(times.size).toBe(MAILS);
  expect(repeated.length).toBeLessThanOrEqual(UNDER_WAY);
  for (const ids of repeated) expect([ids.length, new Set(ids).size]).toEqual([2, 1]);
  expect(new Set([...times.values()].flat()).size).toBe(MAILS);
}, 60_000);
