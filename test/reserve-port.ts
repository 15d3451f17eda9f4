import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import { createServer } from 'node:net';

/** Below what systems give to connections and to port 0 by themselves: from 32768 on Linux, 49152 on macOS. */
const FIRST = 20_000;
const LAST = 32_767;

/**
 * A TCP port for a server that is started later, and may be stopped and started again. It is nobody else's until
 * `release`, or this process's end: also other processes and other checkouts get another one. What holds it is the UDP
 * port of the same number, because a server needs the TCP one for itself.
 */
export async function reservePort(): Promise<{ port: number; release: () => void }> {
  for (let port = FIRST; port <= LAST; port += 1) {
    const lock = await lockOf(port);
    if (!lock) continue;
    if (await isFree(port)) return { port, release: () => lock.close() };
    lock.close();
  }
  throw new Error(`No port from ${FIRST} to ${LAST} is free`);
}

async function lockOf(port: number): Promise<Socket | null> {
  const socket = createSocket('udp4');
  try {
    socket.bind({ port, address: '127.0.0.1', exclusive: true });
    await once(socket, 'listening');
  } catch {
    return null;
  }
  socket.unref();
  return socket;
}

/** Whether nothing listens there: a run's own shop, or a server that nobody stopped. */
async function isFree(port: number): Promise<boolean> {
  const server = createServer();
  try {
    server.listen(port);
    await once(server, 'listening');
  } catch {
    return false;
  }
  server.close();
  await once(server, 'close');
  return true;
}
