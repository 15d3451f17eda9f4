import { spawnSync } from 'node:child_process';
import { availableParallelism, cpus, loadavg, release, totalmem } from 'node:os';
import { parseArgs, styleText } from 'node:util';
import { findBinaries } from '@aparajita/embedded-postgres/binaries';
import { findTool } from '../setup/bench-tools.mjs';
import { admin } from './admin.ts';
import { bytes } from './bytes.ts';
import { memory } from './memory.ts';
import { orders } from './orders.ts';
import { pages } from './pages.ts';
import { type Row, table } from './report.ts';
import { start } from './start.ts';

/** The parts of `npm run bench`, in this order; `npm run bench -- orders start` runs only those two. */
const parts: Record<string, () => Promise<Row[]>> = {
  orders,
  pages,
  bytes,
  start,
  memory,
  admin,
};

/** Prints the table. Exits with 1 when something could not be measured, and with --check when a target is missed. */
async function main(): Promise<void> {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: { check: { type: 'boolean', default: false } },
  });
  const unknown = positionals.filter((name) => !Object.hasOwn(parts, name));
  if (unknown.length > 0) {
    const known = Object.keys(parts).join(', ');
    throw new Error(`There is no ${unknown.join(', ')}. There are: ${known}.`);
  }
  const machine = describeMachine();
  const rows: [part: string, row: Row][] = [];
  for (const [name, measure] of Object.entries(parts)) {
    if (positionals.length > 0 && !positionals.includes(name)) continue;
    console.error(styleText('dim', `Measuring ${name} …`));
    try {
      for (const row of await measure()) rows.push([name, row]);
    } catch (error) {
      console.error(`${name} could not be measured:`, error);
      process.exitCode = 1;
    }
  }
  console.log(`${machine}\n\n${table(rows)}\n`);
  const missed = rows.flatMap(([, { what, target }]) => (target?.met === false ? [what] : []));
  if (missed.length > 0) console.log(`Missed: ${missed.join('; ')}.`);
  else if (!process.exitCode) console.log('Every target is met.');
  if (values.check && missed.length > 0) process.exitCode = 1;
}

/** The machine and the versions of this run. */
function describeMachine(): string {
  const version = (program: string, ...args: string[]) => {
    const { stdout, stderr } = spawnSync(program, args, { encoding: 'utf8' });
    return /\d+(\.\d+)+/.exec(`${stdout}${stderr}`)?.[0] ?? 'unknown';
  };
  const tool = (program: 'pgbench' | 'nginx' | 'wrk', flag: string) =>
    `${program} ${version(findTool(program) ?? program, flag)}`;
  const git = spawnSync('git', ['describe', '--always', '--dirty'], { encoding: 'utf8' });
  const [load = 0] = loadavg();
  return [
    `${cpus()[0]?.model.trim()}, ${availableParallelism()} cores, ${Math.round(totalmem() / 2 ** 30)} GiB, Linux ${release()}`,
    `Node ${process.versions.node}, PostgreSQL ${version(findBinaries().postgres, '--version')}, ` +
      `${tool('pgbench', '--version')}, ${tool('nginx', '-v')}, ${tool('wrk', '-v')}`,
    `Shop ${git.stdout?.trim() || 'of no known commit'}, ${new Date().toISOString()}, load ${load.toFixed(2)} at start`,
  ].join('\n');
}

await main();
