import type pg from 'pg';
import { DEAD_LETTER_QUEUE, type JobName } from './queues.ts';

/** Former names of queues. The dead letter queue is last: the others refer to it. */
const RENAMED = new Map<string, JobName | typeof DEAD_LETTER_QUEUE>([
  ['auth-tidy', 'delete-expired-auth-data'],
  ['forget-strangers', 'delete-expired-guest-data'],
  ['forget-old', 'delete-expired-data'],
  ['given-up', DEAD_LETTER_QUEUE],
]);

/** A queue's current name. Backups hold jobs under the names that were current then. */
export function currentName(queue: string): string {
  return RENAMED.get(queue) ?? queue;
}

/**
 * Moves the jobs of renamed queues to the current ones, which must exist, and deletes the former queues with their
 * schedules. A job that a server of the previous version is running meanwhile runs once more.
 */
export async function moveRenamedQueues(owner: pg.Client, schema: string): Promise<void> {
  await owner.query('begin');
  for (const [former, current] of RENAMED) {
    const { rowCount } = await owner.query(`select from ${schema}.queue where name = $1`, [former]);
    if (rowCount === 0) continue;
    // Workers of the previous version lock the same rows in another order.
    await owner.query(`lock table ${schema}.job in share row exclusive mode`);
    for (const column of ['name', 'dead_letter', 'source_name']) {
      await owner.query(`update ${schema}.job set ${column} = $2 where ${column} = $1`, [
        former,
        current,
      ]);
    }
    await owner.query(`delete from ${schema}.schedule where name = $1`, [former]);
    await owner.query(`select ${schema}.delete_queue($1)`, [former]);
  }
  await owner.query('commit');
}
