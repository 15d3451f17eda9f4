import type pg from 'pg';
import { PgBoss } from 'pg-boss';
import { DEAD_LETTER_QUEUE } from './queues.ts';

/** The schema of pg-boss's tables. */
export const JOBS_SCHEMA = 'jobs';

/**
 * Opens pg-boss on one connection, to look after its queues and jobs: it runs no jobs and no schedules. With `migrate`
 * it creates or updates its tables. Stop it at the end.
 */
export async function openBoss(
  client: pg.ClientBase | pg.Pool,
  { migrate = false } = {},
): Promise<PgBoss> {
  const boss = new PgBoss({
    db: { executeSql: (text, values) => client.query(text, values) },
    schema: JOBS_SCHEMA,
    migrate,
    supervise: false,
    schedule: false,
  });
  // What we call rejects by itself. A poll of its own may still run when the connection closes, and its error would end the
  // process if nobody listened.
  boss.on('error', () => {});
  await boss.start();
  return boss;
}

/** Opens pg-boss for `work`, and stops it also if that fails: until then it reads its queues once a minute. */
export async function withBoss<T>(
  client: pg.ClientBase | pg.Pool,
  work: (boss: PgBoss) => Promise<T>,
): Promise<T> {
  const boss = await openBoss(client);
  try {
    return await work(boss);
  } finally {
    await boss.stop({ graceful: false });
  }
}

/** Queues all dead letters again, with all their tries. @returns how many jobs. */
export async function retryDeadLetters(owner: pg.ClientBase | pg.Pool): Promise<number> {
  return withBoss(owner, async (boss) => {
    let total = 0;
    for (let moved = -1; moved !== 0; total += moved) moved = await boss.redrive(DEAD_LETTER_QUEUE);
    return total;
  });
}
