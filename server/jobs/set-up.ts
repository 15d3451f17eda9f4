import { createHash } from 'node:crypto';
import { withLockTimeout } from '@aparajita/postgres/lock-timeout';
import type pg from 'pg';
import bossPackage from 'pg-boss/package.json' with { type: 'json' };
import { JOBS_SCHEMA, openBoss } from './boss.ts';
import { DEAD_LETTER_OPTIONS, DEAD_LETTER_QUEUE, QUEUES } from './queues.ts';

/** The shop's role runs the queue; the roles of accounts, staff and the worker may only add jobs in their transactions. */
const GRANTS = `
  grant usage on schema ${JOBS_SCHEMA} to shop_app, shop_auth, shop_staff, shop_worker;
  grant select, insert, update, delete on all tables in schema ${JOBS_SCHEMA} to shop_app;
  grant execute on all functions in schema ${JOBS_SCHEMA} to shop_app;
  grant execute on function ${JOBS_SCHEMA}.job_now() to shop_auth, shop_staff, shop_worker;
  grant select on ${JOBS_SCHEMA}.queue to shop_auth, shop_staff, shop_worker;
  grant insert, select (id) on ${JOBS_SCHEMA}.job_common to shop_auth, shop_staff, shop_worker`;

/**
 * What owners see of the queue and take out of it, which is the shop's: jobs that are not finished, and of those the ones
 * that were given up.
 */
const VIEWS = `
  create view ${JOBS_SCHEMA}.unfinished_jobs as
    select name, state, blocked, start_after, data from ${JOBS_SCHEMA}.job
    where state < 'completed' and public.current_staff_role() = 'owner';
  create view ${JOBS_SCHEMA}.dead_letters as
    select id, created_on, source_name, source_output, data from ${JOBS_SCHEMA}.job
    where name = '${DEAD_LETTER_QUEUE}' and state < 'active' and public.current_staff_role() = 'owner';
  grant select on ${JOBS_SCHEMA}.unfinished_jobs to shop_staff;
  grant select, delete on ${JOBS_SCHEMA}.dead_letters to shop_staff`;

/** pg-boss may change the table under them. */
const DROP_VIEWS = `drop view if exists ${JOBS_SCHEMA}.unfinished_jobs, ${JOBS_SCHEMA}.dead_letters`;

/**
 * Creates or updates the job queue's schema and our queues, as the owner of the database. When they are up to date it
 * runs one query and does nothing: the schema's comment holds the version. Several processes may do it at once: one does,
 * the others wait. pg-boss's own lock does not cover the schema's first creation.
 */
export async function setUpJobs(owner: pg.ClientConfig): Promise<void> {
  const version = `pg-boss ${bossPackage.version}, queues ${hash(JSON.stringify([QUEUES, DEAD_LETTER_OPTIONS, GRANTS, VIEWS]))}`;
  await withLockTimeout(owner, { purpose: 'job queue' }, async (client) => {
    if ((await versionOf(client)) === version) return;
    await client.query(`select pg_advisory_lock(hashtext('jobs'))`); // until the connection closes
    if ((await versionOf(client)) === version) return;
    await client.query(DROP_VIEWS);
    await createQueues(client);
    // One text is one transaction.
    await client.query(`${GRANTS}; ${VIEWS}; comment on schema ${JOBS_SCHEMA} is '${version}'`);
  });
}

async function versionOf(client: pg.Client): Promise<string | undefined> {
  const found = await client.query<{ version: string }>(
    `select obj_description(oid, 'pg_namespace') as version from pg_namespace where nspname = $1`,
    [JOBS_SCHEMA],
  );
  return found.rows[0]?.version;
}

async function createQueues(client: pg.Client): Promise<void> {
  const boss = await openBoss(client, { migrate: true });
  const deadLetters = {
    options: { ...DEAD_LETTER_OPTIONS, policy: undefined, deadLetter: undefined },
  };
  const queues = { [DEAD_LETTER_QUEUE]: deadLetters, ...QUEUES };
  for (const [name, queue] of Object.entries(queues)) {
    const { policy, deadLetter = null, ...options } = queue.options;
    await boss.createQueue(name, { ...options, ...(policy && { policy }) });
    // The policy of a queue never changes.
    await boss.updateQueue(name, { ...options, deadLetter });
  }
  await boss.stop();
}

function hash(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 12);
}
