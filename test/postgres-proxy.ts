import { mkdtemp, rm } from 'node:fs/promises';
import { createConnection, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { TestServer } from '@aparajita/postgres/testing';

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
  const host = await mkdtemp(path.join(tmpdir(), 'postgres-proxy-'));
  const name = `.s.PGSQL.${server.port}`;
  const sockets = new Set<Socket>();
  let trips = 0;

  const proxy = createServer((near) => {
    const far = createConnection(path.join(server.host, name));
    let waiting: Buffer[] = [];
    for (const socket of [near, far]) {
      sockets.add(socket);
      socket
        .on('error', () => {})
        .on('close', () => {
          sockets.delete(socket);
          near.destroy();
          far.destroy();
        });
    }
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
  await new Promise<void>((resolve) => proxy.listen(path.join(host, name), resolve));

  const freeze = () => {
    for (const socket of sockets) socket.unpipe().pause();
  };
  const cut = () => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    host,
    roundTrips() {
      const counted = trips;
      trips = 0;
      return counted;
    },
    cut,
    freeze,
    async close() {
      cut();
      await new Promise((resolve) => proxy.close(resolve));
      await rm(host, { recursive: true, force: true });
    },
  };
}
