import { parseArgs } from 'node:util';
import { runChaos } from './chaos.ts';
import { type HeldLockResult, judge, runHeldLock } from './held-lock.ts';
import { withOwnPostgres } from './own-postgres.ts';

/**
 * `npm run chaos [-- --seed 7 --attempts 2000]`: pays in a shop with several processes and its own database while
 * everything fails. Prints the ledger; exits non-zero on any difference.
 *
 * `npm run chaos -- lock [--seconds 120]`: 24 shoppers want a product that stays locked.
 */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    seed: { type: 'string', default: '1' },
    attempts: { type: 'string', default: '2000' },
    seconds: { type: 'string', default: '120' },
  },
});
const good =
  positionals[0] === 'lock'
    ? await orderUnderLock(Number(values.seconds))
    : await payUnderChaos(Number(values.seed), Number(values.attempts));
if (!good) process.exitCode = 1;

/** Runs that many attempts to pay and prints the ledger. @returns whether the ledger balances. */
async function payUnderChaos(seed: number, attempts: number): Promise<boolean> {
  const result = await withOwnPostgres(({ connection, pid }) =>
    runChaos({
      connection,
      seed,
      attempts,
      customers: 40,
      processes: 3,
      killEveryMs: 7_000,
      report: console.log,
      restartDatabase: async () => {
        console.log('the database is restarted');
        // 'Fast' shutdown: closes every connection. embeddedPostgres notices and restarts the server.
        process.kill(await pid(), 'SIGINT');
      },
    }),
  );

  const line = ([name, number]: [string, number]) => `  ${String(number).padStart(9)}  ${name}`;
  console.log(`\nWhat happened (seed ${seed}, ${attempts} attempts, ${result.seconds} s)`);
  console.log(line(['processes killed', result.kills]));
  console.log([...result.counts].sort().map(line).join('\n'));
  console.log('\nThe ledger');
  console.log(result.sums.map(line).join('\n'));
  const agree = result.differences.length === 0;
  console.log(agree ? '\nThe ledger balances.' : '\nTHE LEDGER DOES NOT BALANCE');
  if (!agree) console.log(result.differences.map(line).join('\n'));
  const paid = Object.fromEntries(result.sums)['orders paid online'] ?? 0;
  if (paid === 0) console.log('Nothing was paid: nothing was shown.');
  return agree && paid > 0;
}

/** Holds a lock on a product for that long and prints the results. @returns whether all expectations hold. */
async function orderUnderLock(seconds: number): Promise<boolean> {
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
