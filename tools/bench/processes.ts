import { readdirSync, readFileSync } from 'node:fs';

/** Linux counts CPU time in hundredths of a second (USER_HZ), on every platform that Node supports. */
const MS_PER_TICK = 10;

type Stat = { pid: number; parent: number; own: number; reaped: number };

/** CPU milliseconds that one process has used so far, with all its threads, without its children. */
export function cpuOf(pid: number): number {
  return readStat(pid)?.own ?? 0;
}

/** CPU milliseconds that a process and its descendants have used so far, ended children included. */
export function cpuOfTree(root: number): number {
  const all = allStats();
  return [...treeOf(root, all)].reduce((sum, { own, reaped }) => sum + own + reaped, 0);
}

/** The process ids of a process's direct children. */
export function childrenOf(pid: number): number[] {
  return allStats()
    .filter(({ parent }) => parent === pid)
    .map((child) => child.pid);
}

/** The process ids of a process and its descendants. */
export function pidsOfTree(root: number): number[] {
  return [...treeOf(root, allStats())].map(({ pid }) => pid);
}

/** A process's memory in MiB: `pss` divides shared pages among their users, `peak` is the largest `rss` so far. */
export function memoryOf(pid: number): { rss: number; pss: number; peak: number } {
  const rollup = readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8');
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return { rss: mib(rollup, 'Rss'), pss: mib(rollup, 'Pss'), peak: mib(status, 'VmHWM') };
}

function mib(text: string, field: string): number {
  const [, kib = '0'] = text.match(new RegExp(`^${field}:\\s+(\\d+) kB`, 'm')) ?? [];
  return Number(kib) / 1024;
}

function* treeOf(root: number, all: Stat[]): Generator<Stat> {
  for (const stat of all) {
    if (stat.pid === root) yield stat;
    if (stat.parent === root) yield* treeOf(stat.pid, all);
  }
}

function allStats(): Stat[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => readStat(Number(name)) ?? []);
}

/** Undefined for a process that has just ended. See proc(5) for the fields. */
function readStat(pid: number): Stat | undefined {
  let text: string;
  try {
    text = readFileSync(`/proc/${pid}/stat`, 'utf8');
  } catch {
    return undefined;
  }
  // The name, in parentheses, may contain anything: the fields begin after its end.
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  const field = (number: number) => Number(fields[number - 3]);
  return {
    pid,
    parent: field(4),
    own: (field(14) + field(15)) * MS_PER_TICK,
    reaped: (field(16) + field(17)) * MS_PER_TICK,
  };
}
