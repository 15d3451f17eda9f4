import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describeServer } from '@aparajita/embedded-postgres/server';
import { reservePort } from '#test/reserve-port.ts';
import { childrenOf, cpuOfTree } from './processes.ts';
import { atMost, fixed, type Line, median, type Part, spread } from './report.ts';
import { BENCH_DIR } from './shop.ts';

const COLD_STARTS = 3;
const WARM_STARTS = 5;

/** The time from `npm start` to the first page, with an existing database and with an empty folder. */
export async function start(): Promise<Part> {
  const dataDir = path.join(BENCH_DIR, 'start');
  await describeServer(path.join(dataDir, 'postgres'), {}).stop();
  const cold: Start[] = [];
  for (let n = 0; n < COLD_STARTS; n++) {
    rmSync(dataDir, { recursive: true, force: true });
    cold.push(await firstPage(dataDir));
  }
  const warm: Start[] = [];
  for (let n = 0; n < WARM_STARTS; n++) warm.push(await firstPage(dataDir));
  const seconds = median(warm.map((one) => one.seconds));
  return {
    title: 'npm start',
    lines: [
      { ...line('to the first page', warm), target: atMost(seconds, 2, ' s') },
      line('the same on an empty data folder', cold),
    ],
    notes: [
      `Wall clock from the command to the first 200 of /; packages installed and built. On a busy machine the CPU time is more reliable. Medians of ${WARM_STARTS} and ${COLD_STARTS}.`,
    ],
  };
}

type Start = { seconds: number; cpuSeconds: number };

function line(what: string, starts: Start[]): Line {
  const seconds = starts.map((one) => one.seconds);
  return {
    what,
    value: spread(seconds, 2, ' s'),
    comparison: `CPU ${fixed(median(starts.map((one) => one.cpuSeconds)), 2)} s, npm and PostgreSQL included`,
  };
}

/** The time from the command to the first page; then stops the shop. */
async function firstPage(dataDir: string): Promise<Start> {
  const { port } = await reservePort();
  const began = performance.now();
  const npm = spawn('npm', ['start'], {
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      PORT: String(port),
      HOST: '127.0.0.1',
      DATA_DIR: dataDir,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [npm.stdout, npm.stderr]) {
    stream.on('data', (chunk) => {
      output += chunk;
    });
  }
  try {
    await waitUntilReady(npm, `http://127.0.0.1:${port}/`);
    const seconds = (performance.now() - began) / 1000;
    const cpuSeconds = cpuOfTree(npm.pid ?? 0) / 1000;
    await stop(npm);
    return { seconds, cpuSeconds };
  } catch (error) {
    npm.kill();
    throw new Error(`npm start failed:\n${output}`, { cause: error });
  }
}

async function waitUntilReady(npm: ChildProcess, url: string): Promise<void> {
  while (npm.exitCode === null) {
    const answer = await fetch(url).catch(() => undefined);
    await answer?.arrayBuffer();
    if (answer?.ok) return;
    await sleep(5);
  }
  throw new Error('It ended without a page');
}

/** Stops the shop, not npm, and checks that it stopped its PostgreSQL: the next start must not find it running. */
async function stop(npm: ChildProcess): Promise<void> {
  const gone = once(npm, 'close');
  for (const server of childrenOf(npm.pid ?? 0)) process.kill(server, 'SIGTERM');
  const [code] = await gone;
  if (code !== 0) throw new Error(`The shop did not stop cleanly: npm ended with ${code}`);
}
