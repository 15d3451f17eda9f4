import { parseArgs } from 'node:util';
import { orderUnderLock } from './order.ts';
import { payUnderChaos } from './pay.ts';

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
