import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { findTool } from '../setup/bench-tools.mjs';
import type { BenchShop } from './shop.ts';

type Load = {
  url: string;
  seconds: number;
  connections: number;
  headers?: Record<string, string>;
};

/**
 * Requests one URL repeatedly with a client that uses very little CPU; returns the number of requests. Throws when a
 * response is not a success.
 */
export async function wrk({ url, seconds, connections, headers = {} }: Load): Promise<number> {
  const { stdout } = await promisify(execFile)(findTool('wrk') ?? 'wrk', [
    ...['--threads=1', `--connections=${connections}`, `--duration=${seconds}s`],
    ...Object.entries(headers).flatMap(([name, value]) => ['--header', `${name}: ${value}`]),
    url,
  ]);
  const [, requests] = /(\d+) requests in/.exec(stdout) ?? [];
  if (requests === undefined || /Non-2xx|Socket errors/.test(stdout)) {
    throw new Error(`${url} was not always answered well:\n${stdout}`);
  }
  return Number(requests);
}

/** How long and on how many connections a request is repeated: like the traffic of a busy shop. */
export const SECONDS = 2;
export const CONNECTIONS = 8;

/** CPU milliseconds of the shop for each request of a path, under load. */
export async function cpuPerRequest(
  shop: BenchShop,
  path: string,
  headers: Record<string, string> = {},
) {
  let count = 0;
  const { app, postgres, total } = await shop.cpuFor(async () => {
    count = await wrk({
      url: shop.url + path,
      seconds: SECONDS,
      connections: CONNECTIONS,
      headers,
    });
  });
  return { app: app / count, postgres: postgres / count, total: total / count };
}
