import { parseArgs } from 'node:util';
import { orderUnderLock } from './order.ts';
import { payUnderChaos } from './pay.ts';

/**
 * `npm run chaos [-- --seed 7 --attempts 2000]`: a shop in several processes on a database of its own is paid at while
 * everything breaks. Prints the ledger; exits non-zero on any difference.
 *
 * `npm run chaos -- lock [--seconds 120]`: 24 shoppers want a product that somebody keeps locked.
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
