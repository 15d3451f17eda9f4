import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { ownDataFolder } from '#test/data-folder.ts';
import { reservePort } from '#test/reserve-port.ts';

/** The built shop in a separate process with its own data. Its URL stays the same over restarts. */
export type ShopProcess = {
  url: string;
  dataDir: string;
  /** Returns when the shop answers requests. Does nothing if it already runs. */
  start(): Promise<void>;
  /** Stops it as a deployment does: requests in progress are finished. */
  stop(): Promise<void>;
  /** Stops it for good and deletes its data. */
  remove(): Promise<void>;
};

/**
 * Reserves a port and a data folder; the shop is not started yet. `settings` is called at each start, so it may use the URL
 * of a shop that was created later.
 */
export async function createShopProcess(
  settings: () => Record<string, string> = () => ({}),
): Promise<ShopProcess> {
  const dataDir = ownDataFolder('own');
  const { port, release } = await reservePort();
  const url = `http://localhost:${port}`;
  let server: ChildProcess | undefined;

  async function start() {
    if (server?.exitCode === null) return;
    server = spawn(process.execPath, ['build/server/main.js'], {
      stdio: ['ignore', 'ignore', 'inherit'],
      env: {
        ...process.env,
        PORT: String(port),
        DATA_DIR: dataDir,
        AUTH_LIMITS_FACTOR: '1000',
        DRAIN_SECONDS: '0',
        ...settings(),
      },
    });
    while (!(await isReady(url))) await sleep(50);
  }

  async function stop() {
    if (!server || server.exitCode !== null) return;
    const gone = once(server, 'exit');
    server.kill('SIGTERM');
    const [code] = await gone;
    if (code !== 0) throw new Error(`The shop did not stop cleanly: it ended with ${code}`);
  }

  return {
    url,
    dataDir,
    start,
    stop,
    async remove() {
      await stop();
      release();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

async function isReady(url: string): Promise<boolean> {
  return fetch(`${url}/readyz`).then(
    (response) => response.ok,
    () => false,
  );
}
