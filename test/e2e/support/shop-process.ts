import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { ownDataFolder } from '#test/data-folder.ts';
import { reservePort } from '#test/reserve-port.ts';

/** The built shop in a process of its own, with data of its own and an address that it keeps. */
export type ShopProcess = {
  url: string;
  dataDir: string;
  /** Answers when it returns; does nothing when it runs already. */
  start(): Promise<void>;
  /** As in a deploy: what is under way is finished. */
  stop(): Promise<void>;
  /** Stops it for good and throws its data away. */
  remove(): Promise<void>;
};

/** Finds a place for a shop. `settings` are asked for at each start, and may tell of shops that were placed later. */
export async function placeShop(
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
