import type pg from 'pg';
import { withBoss } from './boss.ts';
import { DEAD_LETTER_QUEUE } from './queues.ts';

/** Queues all dead letters again, with all their tries. @returns how many jobs. */
export async function retryDeadLetters(owner: pg.ClientBase | pg.Pool): Promise<number> {
  return withBoss(owner, async (boss) => {
    let total = 0;
    for (let moved = -1; moved !== 0; total += moved) moved = await boss.redrive(DEAD_LETTER_QUEUE);
    return total;
  });
}
