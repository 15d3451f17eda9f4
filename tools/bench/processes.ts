import type { ChildProcess } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

/** Waits for the first successful response of a server; throws if its process ends instead. */
export async function untilReady(server: ChildProcess, url: string): Promise<void> {
  while (server.exitCode === null) {
    const answer = await fetch(url).catch(() => undefined);
    await answer?.arrayBuffer();
    if (answer?.ok) return;
    await sleep(5);
  }
  throw new Error(`${server.spawnfile} ended with ${server.exitCode} before ${url} was there`);
}

/** Linux counts CPU time in hundredths of a second (USER_HZ), on every platform that Node supports. */
const MS_PER_TICK = 10;

/** CPU milliseconds that one process has used so far, with all its threads, without its children. */
export function cpuOf(pid: number): number {
  return readStat(pid)?.own ?? 0;
}

/** CPU milliseconds that a process and its descendants have used so far, ended children included. */
export function cpuOfTree(root: number): number {
  const all = allStats();
  const used = (pid: number): number =>
    all
      .filter((stat) => stat.pid === pid || stat.parent === pid)
      .reduce((sum, stat) => sum + (stat.pid === pid ? stat.own + stat.reaped : used(stat.pid)), 0);
  return used(root);
}

/** The process ids of a process's direct children. */
export function childrenOf(pid: number): number[] {
  return allStats()
    .filter(({ parent }) => parent === pid)
    .map((child) => child.pid);
}

/** A process's resident memory in MiB: now, and the most it has ever been. */
export function memoryOf(pid: number): { now: number; most: number } {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  const mib = (field: string) => {
    const [, kib] = status.match(new RegExp(`^${field}:\\s+(\\d+) kB`, 'm')) ?? [];
    return Number(kib) / 1024;
  };
  return { now: mib('VmRSS'), most: mib('VmHWM') };
}

function allStats() {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => readStat(Number(name)) ?? []);
}

/** Undefined for a process that has just ended. See proc(5) for the fields. */
function readStat(pid: number) {
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
