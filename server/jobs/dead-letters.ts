import type pg from 'pg';
import { PgBoss } from 'pg-boss';
import { DEAD_LETTER_QUEUE } from './queues.ts';
import { JOBS_SCHEMA } from './set-up.ts';

/** Queues all dead letters again, with all their tries. @returns how many jobs. */
export async function retryDeadLetters(owner: pg.ClientBase | pg.Pool): Promise<number> {
  const boss = new PgBoss({
    db: { executeSql: (text, values) => owner.query(text, values) },
    schema: JOBS_SCHEMA,
    migrate: false,
    supervise: false,
    schedule: false,
  });
  await boss.start();
  let total = 0;
  for (let moved = -1; moved !== 0; total += moved) moved = await boss.redrive(DEAD_LETTER_QUEUE);
  await boss.stop({ graceful: false });
  return total;
}
