import { type HeldLockResult, judge, runHeldLock } from './held-lock.ts';
import { withOwnPostgres } from './own-postgres.ts';

/** Holds a lock on a product for that long and prints the results. @returns whether all expectations hold. */
export async function orderUnderLock(seconds: number): Promise<boolean> {
  const result = await withOwnPostgres(({ connection }) =>
    runHeldLock({
      connection,
      hold: `update products set popularity = popularity + 1 where id = '1'`,
      seconds,
      processes: 2,
      waiting: 24,
      others: 8,
    }),
  );
  const broken = judge(result);
  console.log(
    `Product 1 was locked for ${seconds} s; two processes, 24 shoppers want it, 8 buy others`,
  );
  console.log(
    lines(result)
      .map((line) => `  ${line}`)
      .join('\n'),
  );
  console.log(
    broken.length === 0 ? 'Everything promised holds.' : `BROKEN\n  ${broken.join('\n  ')}`,
  );
  return broken.length === 0;
}

function lines({ refused, others, lists, ready, backends, ...rest }: HeldLockResult): string[] {
  const ms = (slowest: number) => `the slowest took ${Math.round(slowest)} ms`;
  return [
    `${refused.count} answers to those who want it, ${ms(refused.slowestMs)}: ${[...refused.sentences].join(' | ')}`,
    `${others.count} orders of other products, ${others.failed.length} refused, ${ms(others.slowestMs)}`,
    `${lists.count} lists of products, ${lists.failed.length} failed, ${ms(lists.slowestMs)}`,
    `${ready.count} times /readyz, ${ready.failed.length} failed, ${ms(ready.slowestMs)}`,
    `${backends.most} backends at most, ${backends.allowed} allowed`,
    `all who waited had their order ${rest.secondsToLastOrder.toFixed(1)} s after the lock was gone`,
    `${rest.differences.length} differences between what shoppers were told and what is stored`,
  ];
}
