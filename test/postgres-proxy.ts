import { setTimeout as sleep } from 'node:timers/promises';
import type { TestServer } from '@aparajita/postgres/testing';
import { openSocketProxy } from './socket-proxy.ts';

export type PostgresProxy = {
  /** The socket folder to pass as `host`. */
  host: string;
  /** How often a client sent something and then waited for an answer, since the last call. */
  roundTrips(): number;
  /** Breaks every connection, like a lost network. */
  cut(): void;
  /** Forwards nothing more on the connections of now and closes none, like a host that went away; new ones work. */
  freeze(): void;
  close(): Promise<void>;
};

/** Milliseconds; long enough to collect everything that a client sends without waiting. */
const DELAY = 10;

/** A slow proxy to PostgreSQL that counts round trips and can break its connections. */
export async function openPostgresProxy(
  server: Pick<TestServer, 'host' | 'port'>,
): Promise<PostgresProxy> {
  let trips = 0;
  const { sockets, ...proxy } = await openSocketProxy(server, (near, far) => {
    let waiting: Buffer[] = [];
    far.pipe(near);
    near.on('data', async (chunk) => {
      waiting.push(chunk);
      if (waiting.length > 1) return;
      await sleep(DELAY);
      trips += 1;
      const together = Buffer.concat(waiting);
      waiting = [];
      far.write(together);
    });
  });
  return {
    ...proxy,
    roundTrips() {
      const counted = trips;
      trips = 0;
      return counted;
    },
    freeze() {
      for (const socket of sockets) socket.unpipe().pause();
    },
  };
}
