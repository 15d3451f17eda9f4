import { reservePort } from '#test/reserve-port.ts';
import { cpuOfTree } from './processes.ts';
import { atMost, median, type Row, spread } from './report.ts';
import { emptyFolder, npmStart } from './shop.ts';

const COLD_STARTS = 3;
const WARM_STARTS = 5;

/** The time from `npm start` to the first page, with an existing database and with an empty folder. */
export async function start(): Promise<Row[]> {
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
