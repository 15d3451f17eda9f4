import { SANDBOX_SCHEMA } from '@aparajita/razorpay';
import type pg from 'pg';
import { z } from 'zod';
import { JOBS_SCHEMA, withBoss } from './boss.ts';

const PendingJob = z.object({
  id: z.string(),
  name: z.string(),
  data: z.record(z.string(), z.unknown()).nullable(),
  priority: z.number(),
  start_after: z.string(),
  singleton_key: z.string().nullable(),
});
type PendingJob = z.infer<typeof PendingJob>;

/** Schemas that backups leave out: the queue's and the sandbox gateway's. */
export const EXCLUDED_SCHEMAS = [JOBS_SCHEMA, SANDBOX_SCHEMA];

/**
 * The jobs that are not done yet, as the shop sent them. A backup does not contain the queue's own tables: their
 * structure belongs to one version of pg-boss, and the rest of their rows is history. Running jobs count as not done,
 * and dead letters are tried again; jobs may run twice.
 */
export async function readPendingJobs(client: pg.ClientBase): Promise<PendingJob[]> {
  const { rowCount } = await client.query(
    `select where to_regclass('${JOBS_SCHEMA}.job') is not null`,
  );
  if (rowCount === 0) return []; // no shop has ever used this database
  const { rows } = await client.query<PendingJob>(
    `select id, coalesce(source_name, name) as name, data, priority, start_after::text, singleton_key from ${JOBS_SCHEMA}.job
     where state in ('created', 'retry', 'active') order by created_on, id`,
  );
  return rows.filter(isOurs);
}

/** pg-boss queues its own work beside ours, which each version begins anew. */
function isOurs({ name }: { name: string }): boolean {
  return !name.startsWith('__pgboss__');
}

/** Queues the jobs again, in the transaction of `client`. The queue must have been set up. */
export async function requeueJobs(client: pg.ClientBase, jobs: object[]): Promise<void> {
  await withBoss(client, async (boss) => {
    for (const { id, name, data, priority, start_after, singleton_key } of z
      .array(PendingJob)
      .parse(jobs)
      .filter(isOurs)) {
      if (!(await boss.getQueue(name))) {
        console.warn(
          `A job of the kind "${name}" is left out: this version of the shop does not know it.`,
        );
        continue;
      }
      await boss.insert(name, [
        {
          id,
          priority,
          // An overdue job is due now: pg-boss deletes a job two weeks after its start, whenever it was queued.
          ...(Date.parse(start_after) > Date.now() && { startAfter: new Date(start_after) }),
          ...(data && { data }),
          ...(singleton_key && { singletonKey: singleton_key }),
        },
      ]);
    }
  });
}
