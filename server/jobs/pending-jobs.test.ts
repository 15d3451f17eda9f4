import { cloneDatabase } from '@aparajita/postgres/testing';
import { withClient } from '@aparajita/postgres/with-client';
import { afterAll, expect, test } from 'vitest';
import { openBoss } from './boss.ts';
import { readPendingJobs, requeueJobs } from './pending-jobs.ts';

const db = await cloneDatabase();
afterAll(() => db.drop());

test('a job that waited for three weeks in a backup is still to do after the queue has cleaned up', async () => {
  const left = await withClient(db.connection, async (client) => {
    await client.query(`
      insert into jobs.job (name, data, start_after, created_on, keep_until) values
        ('payment-event', '{"order_id":"overdue"}', now() - interval '21 days', now() - interval '21 days', now() - interval '7 days'),
        ('payment-event', '{"order_id":"later"}', now() + interval '2 hours', now(), now() + interval '14 days')`);
    const jobs = await readPendingJobs(client);
    await client.query('delete from jobs.job');
    await requeueJobs(client, jobs);
    const boss = await openBoss(client);
    await boss.supervise('payment-event');
    await boss.stop({ graceful: false });
    return client.query(
      `select data->>'order_id' as id, start_after <= now() as due from jobs.job order by start_after`,
    );
  });
  expect(left.rows).toEqual([
    { id: 'overdue', due: true },
    { id: 'later', due: false },
  ]);
});
