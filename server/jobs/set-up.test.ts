import { cloneDatabase } from '@aparajita/postgres/testing';
import { afterAll, expect, test } from 'vitest';
import { retryDeadLetters } from './dead-letters.ts';
import { DEAD_LETTER_QUEUE, QUEUES } from './queues.ts';
import { setUpJobs } from './set-up.ts';

const db = await cloneDatabase();
afterAll(() => db.drop());

test('a queue of an earlier version gets the current retries, grants and dead letter queue', async () => {
  await db.owner.query(`
    update jobs.queue set dead_letter = null, retry_limit = 2 where dead_letter = '${DEAD_LETTER_QUEUE}';
    delete from jobs.queue where name = '${DEAD_LETTER_QUEUE}';
    delete from jobs.queue where name = 'delete-expired-auth-data';
    revoke all on schema jobs from shop_auth;
    revoke all on all tables in schema jobs from shop_auth;
    comment on schema jobs is 'an earlier version'`);
  await Promise.all([setUpJobs(db.connection), setUpJobs(db.connection)]); // two processes start at once

  const { rows } = await db.owner.query(
    'select name, dead_letter, retry_limit from jobs.queue where name = any($1) order by name',
    [Object.keys(QUEUES)],
  );
  expect(rows).toEqual(
    Object.entries(QUEUES)
      .map(([name, { retryLimit }]) => ({
        name,
        dead_letter: DEAD_LETTER_QUEUE,
        retry_limit: retryLimit,
      }))
      .sort((a, b) => a.name.localeCompare(b.name)),
  );
  const { rows: rights } = await db.owner.query(`
    select has_schema_privilege('shop_auth', 'jobs', 'usage') as enters,
      has_table_privilege('shop_auth', 'jobs.job_common', 'insert') as adds,
      has_table_privilege('shop_auth', 'jobs.job_common', 'update, delete') as changes,
      has_any_column_privilege('shop_app', 'jobs.job_common', 'select') as works`);
  expect(rights).toEqual([{ enters: true, adds: true, changes: false, works: true }]);
});

test('jobs of a renamed queue run from the current one, dead letters included', async () => {
  // As the previous version left its queues: one nightly job waits, and one mail is a dead letter.
  await db.owner.query(`
    select jobs.create_queue('given-up', '{"policy": "standard"}');
    select jobs.create_queue('forget-old', '{"policy": "standard", "deadLetter": "given-up"}');
    update jobs.queue set dead_letter = 'given-up' where dead_letter = '${DEAD_LETTER_QUEUE}';
    insert into jobs.schedule (name, cron) values ('forget-old', '50 3 * * *');
    insert into jobs.job (name, data, dead_letter) values ('forget-old', '{"n": 1}', 'given-up');
    insert into jobs.job (name, data, source_name) values ('given-up', '{"n": 2}', 'forget-old');
    comment on schema jobs is 'an earlier version'`);
  await Promise.all([setUpJobs(db.connection), setUpJobs(db.connection)]);

  const { rows } = await db.owner.query(
    'select name, dead_letter, source_name from jobs.job order by data',
  );
  expect(rows).toEqual([
    { name: 'delete-expired-data', dead_letter: DEAD_LETTER_QUEUE, source_name: null },
    { name: DEAD_LETTER_QUEUE, dead_letter: null, source_name: 'delete-expired-data' },
  ]);
  const former = ['given-up', 'forget-old'];
  for (const table of ['queue', 'schedule']) {
    const found = await db.owner.query(`select name from jobs.${table} where name = any($1)`, [
      former,
    ]);
    expect(found.rows).toEqual([]);
  }
  expect(await retryDeadLetters(db.owner)).toBe(1);
});
