import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { ShopProcessOptions } from './shop-process.ts';

/** The database connections of one process: for the shop, its accounts and webhooks. */
export const SIZES = { shop: 8, accounts: 2, webhooks: 2 };

const PROGRAM = fileURLToPath(new URL('shop-process.ts', import.meta.url));

export type ShopProcesses = {
  /** The URL of a running process; undefined while all of them are starting. */
  url(pick: (below: number) => number): string | undefined;
  /** Kills one with SIGKILL, at an arbitrary moment. Another takes its place. */
  killOne(which: number): void;
  kills(): number;
  /** The id of the process in this place, from 0. */
  pid(place: number): number;
  stop(): Promise<void>;
};

/** A fixed number of shop processes; killed ones are replaced. */
export async function startProcesses(
  count: number,
  options: ShopProcessOptions,
): Promise<ShopProcesses> {
  const living = new Map<number, { child: ChildProcess; url: string | undefined }>();
  let stopping = false;
  let kills = 0;

  function start(place: number): Promise<void> {
    const child = fork(PROGRAM, { execPath: process.execPath, execArgv: [], stdio: 'inherit' });
    const entry: { child: ChildProcess; url: string | undefined } = { child, url: undefined };
    living.set(place, entry);
    child.send(options);
    child.on('exit', () => {
      entry.url = undefined;
      if (!stopping) setTimeout(() => !stopping && start(place), 100);
    });
    return new Promise((resolve) => {
      child.on('message', (message) => {
        if (typeof message !== 'object' || message === null || !('port' in message)) return;
        entry.url = `http://127.0.0.1:${message.port}`;
        resolve();
      });
    });
  }

  await Promise.all(Array.from({ length: count }, (_, place) => start(place)));
  return {
    url(pick) {
      const urls = [...living.values()].flatMap(({ url }) => (url ? [url] : []));
      return urls[pick(urls.length)];
    },
    killOne(which) {
      const entry = living.get(which % count);
      if (!entry?.url) return; // still starting
      kills += 1;
      entry.child.kill('SIGKILL');
    },
    kills: () => kills,
    pid: (place) => living.get(place)?.child.pid ?? 0,
    async stop() {
      stopping = true;
      await Promise.all(
        [...living.values()].map(
          ({ child }) =>
            new Promise((resolve) => {
              if (child.exitCode !== null || child.signalCode !== null) return resolve(undefined);
              child.once('exit', resolve);
              child.kill('SIGKILL');
            }),
        ),
      );
    },
  };
}
