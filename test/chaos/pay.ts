import { runChaos } from './chaos.ts';
import { withOwnPostgres } from './own-postgres.ts';

/** Runs that many attempts to pay and prints the ledger. @returns whether the ledger balances. */
export async function payUnderChaos(seed: number, attempts: number): Promise<boolean> {
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
