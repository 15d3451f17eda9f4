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

type SocketProxy = {
  /** The socket folder to pass as `host`. */
  host: string;
  /** Those of both sides that are open. */
  sockets: ReadonlySet<Socket>;
  /** Breaks every connection, like a lost network. */
  cut(): void;
  close(): Promise<void>;
};

/**
 * A proxy before the unix socket of a PostgreSQL. `connect` passes on what a client (`near`) and the server (`far`) send;
 * when one of them closes, so does the other.
 */
async function openSocketProxy(
  server: { host: string; port: number },
  connect: (near: Socket, far: Socket) => void,
): Promise<SocketProxy> {
  const host = await mkdtemp(path.join(tmpdir(), 'socket-proxy-'));
  const name = `.s.PGSQL.${server.port}`;
  const sockets = new Set<Socket>();
  const proxy = createServer((near) => {
    const far = createConnection(path.join(server.host, name));
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
    connect(near, far);
  });
  await new Promise<void>((resolve) => proxy.listen(path.join(host, name), resolve));
  const cut = () => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    host,
    sockets,
    cut,
    async close() {
      cut();
      await new Promise((resolve) => proxy.close(resolve));
      await rm(host, { recursive: true, force: true });
    },
  };
}
