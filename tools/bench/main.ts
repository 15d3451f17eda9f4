import { spawnSync } from 'node:child_process';
import { availableParallelism, cpus, loadavg, release, totalmem } from 'node:os';
import { parseArgs, styleText } from 'node:util';
import { findBinaries } from '@aparajita/embedded-postgres/binaries';
import { reservePort } from '#test/reserve-port.ts';
import { findTool } from '../setup/bench-tools.mjs';
import { admin } from './admin.ts';
import { bytes } from './bytes.ts';
import { memory } from './memory.ts';
import { orders } from './orders.ts';
import { pages } from './pages.ts';
import { cpuOfTree } from './processes.ts';
import { atMost, median, type Row, spread, table } from './report.ts';
import { emptyFolder, npmStart } from './shop.ts';

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

const COLD_STARTS = 3;
const WARM_STARTS = 5;

/** The time from `npm start` to the first page, with an existing database and with an empty folder. */
async function start(): Promise<Row[]> {
  const cold: Start[] = [];
  while (cold.length < COLD_STARTS) cold.push(await firstPage(await emptyFolder('start')));
  const dataDir = await emptyFolder('start');
  await firstPage(dataDir);
  const warm: Start[] = [];
  while (warm.length < WARM_STARTS) warm.push(await firstPage(dataDir));
  const seconds = median(warm.map((each) => each.seconds));
  return [
    { ...row('to the first page', warm), target: atMost(seconds, 2, ' s') },
    row('the same on an empty data folder', cold),
  ];
}

type Start = { seconds: number; cpu: number };

function row(what: string, starts: Start[]): Row {
  const all = (pick: (start: Start) => number) => starts.map(pick);
  return {
    what,
    measured: spread(
      all(({ seconds }) => seconds),
      2,
      ' s',
    ),
    comparedWith: `CPU ${median(all(({ cpu }) => cpu)).toFixed(2)} s, npm and PostgreSQL included`,
  };
}

/** Wall clock from the command to the first response of `/`. */
async function firstPage(dataDir: string): Promise<Start> {
  const { port } = await reservePort();
  const began = performance.now();
  const shop = await npmStart(dataDir, port);
  const seconds = (performance.now() - began) / 1000;
  const cpu = cpuOfTree(shop.npm) / 1000;
  await shop.stop();
  return { seconds, cpu };
}

await main();
