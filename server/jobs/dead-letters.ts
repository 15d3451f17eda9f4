import type pg from 'pg';
import { PgBoss } from 'pg-boss';
import { GIVEN_UP } from './queues.ts';
import { JOBS_SCHEMA } from './set-up.ts';

/** Has what was given up done again, with all its tries. @returns how many jobs. */
export async function retryGivenUp(owner: pg.ClientBase | pg.Pool): Promise<number> {
  const boss = new PgBoss({
    db: { executeSql: (text, values) => owner.query(text, values) },
    schema: JOBS_SCHEMA,
    migrate: false,
    supervise: false,
    schedule: false,
  });
  await boss.start();
  let total = 0;
  for (let moved = -1; moved !== 0; total += moved) moved = await boss.redrive(GIVEN_UP);
  await boss.stop({ graceful: false });
  return total;
}
