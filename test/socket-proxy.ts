import { mkdtemp, rm } from 'node:fs/promises';
import { createConnection, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';

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
export async function openSocketProxy(
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
