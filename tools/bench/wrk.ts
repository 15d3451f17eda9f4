import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { findTool } from '../setup/bench-tools.mjs';

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
