import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { openBoss } from '#server/jobs/boss.ts';

export type PaymentQueue = {
  /** Queues a reconciliation, and waits until it is done. */
  reconcile(): Promise<void>;
  stop(): Promise<void>;
};

const RECONCILE_MS = 5_000;
const RETRY_MS = 500;

/** Runs the queue's clock faster, as chaos runs the other clocks: reconciles every 5 s and retries at once. */
export async function openPaymentQueue(owner: pg.Pool): Promise<PaymentQueue> {
  const boss = await openBoss(owner);
  const send = () => boss.send('payment-reconcile', {});
  const reconciling = setInterval(() => send().catch(() => {}), RECONCILE_MS);
  const retrying = setInterval(() => retryNow(owner).catch(() => {}), RETRY_MS);
  return {
    async reconcile() {
      const sent = await send();
      const isDone = `select from jobs.job where id = $1 and state = 'completed'`;
      while ((await owner.query(isDone, [sent])).rowCount === 0) await sleep(200);
    },
    async stop() {
      clearInterval(reconciling);
      clearInterval(retrying);
      await boss.stop({ graceful: false });
    },
  };
}

async function retryNow(owner: pg.Pool): Promise<void> {
  await owner.query(`
    update jobs.job set start_after = now() where id in (
      select id from jobs.job where name like 'payment-%' and state = 'retry' and start_after > now()
      for update skip locked
    )`);
}
