import { parseArgs } from 'node:util';
import { admin } from './admin.ts';
import { bytes } from './bytes.ts';
import { catalogue } from './catalogue.ts';
import { documents } from './documents.ts';
import { describeMachine } from './machine.ts';
import { memory } from './memory.ts';
import { orderFlow } from './order-flow.ts';
import { payments } from './payments.ts';
import { rendering } from './rendering.ts';
import { type Part, show } from './report.ts';
import { start } from './start.ts';

/** The parts of `npm run bench`, in this order; `npm run bench -- orders start` runs only those two. */
const parts: Record<string, () => Promise<Part>> = {
  orders: orderFlow,
  payments,
  admin,
  catalogue,
  rendering,
  documents,
  bytes,
  start,
  memory,
};

/** Prints the results. Exits with 1 when something could not be measured, and with --check when a target is missed. */
async function main(): Promise<void> {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: { check: { type: 'boolean', default: false } },
  });
  const unknown = positionals.filter((name) => !Object.hasOwn(parts, name));
  if (unknown.length > 0) {
    throw new Error(
      `There is no ${unknown.join(', ')}. There are: ${Object.keys(parts).join(', ')}.`,
    );
  }
  console.log(`${describeMachine().join('\n')}\n`);
  const missed: string[] = [];
  for (const [name, measure] of Object.entries(parts)) {
    if (positionals.length > 0 && !positionals.includes(name)) continue;
    try {
      const part = await measure();
      console.log(show(part));
      for (const { what, target } of part.lines)
        if (target?.met === false) missed.push(what.trim());
    } catch (error) {
      console.error(`${name} could not be measured:`, error);
      process.exitCode = 1;
    }
  }
  if (missed.length > 0) console.log(`Missed: ${missed.join('; ')}.`);
  else if (!process.exitCode) console.log('Every target is met.');
  if (values.check && missed.length > 0) process.exitCode = 1;
}

await main();
