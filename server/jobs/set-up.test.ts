import { cloneDatabase } from '@aparajita/postgres/testing';
import { afterAll, expect, test } from 'vitest';
import { DEAD_LETTER_QUEUE, QUEUES } from './queues.ts';
import { setUpJobs } from './set-up.ts';

const db = await cloneDatabase();
afterAll(() => db.drop());

test('a queue of an earlier version gets the current retries, grants and dead letter queue, a scheduled one none', async () => {
  await db.owner.query(`
    update jobs.queue set dead_letter = null, retry_limit = 2 where dead_letter = '${DEAD_LETTER_QUEUE}';
    update jobs.queue set dead_letter = 'picture' where name = 'price-changes';
    delete from jobs.queue where name = '${DEAD_LETTER_QUEUE}';
    delete from jobs.queue where name = 'auth-cleanup';
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
      .map(([name, { options, ...queue }]) => ({
        name,
        dead_letter: 'cron' in queue ? null : DEAD_LETTER_QUEUE,
        retry_limit: options.retryLimit,
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

test('the jobs of a queue that was renamed move with it', async () => {
  await db.owner.query(`
    insert into jobs.queue select (jsonb_populate_record(queue, jsonb_build_object('name', former))).*
      from jobs.queue, (values ('auth-tidy'), ('given-up')) names (former) where name = 'auth-cleanup';
    insert into jobs.schedule (name, cron) values ('auth-tidy', '30 3 * * *');
    insert into jobs.job (name, dead_letter) values ('auth-tidy', 'given-up');
    insert into jobs.job (name, source_name) values ('given-up', 'auth-tidy');
    comment on schema jobs is 'an earlier version'`);
  await setUpJobs(db.connection);

  const { rows } = await db.owner.query(
    'select name, dead_letter, source_name from jobs.job order by name',
  );
  expect(rows).toEqual([
    { name: 'auth-cleanup', dead_letter: DEAD_LETTER_QUEUE, source_name: null },
    { name: DEAD_LETTER_QUEUE, dead_letter: null, source_name: 'auth-cleanup' },
  ]);
  const { rows: former } = await db.owner.query(
    `select from jobs.queue where name in ('auth-tidy', 'given-up')`,
  );
  expect(former).toEqual([]);
});
