import type { Socket } from 'node:net';
import { openSocketProxy } from '#test/socket-proxy.ts';
import { readMessages } from './client-messages.ts';

/** A statement by words of its text: so many-th of them in a transaction, in the first from the `transaction`-th on. */
type Place = { words: string; times: number; transaction: number };

type StatementProxy = {
  /** The socket folder to pass as `host`. */
  host: string;
  /**
   * The next statement at this place, its transaction counted from now on, is the last that reaches PostgreSQL. Then
   * `die` is called; connections that are opened later work again.
   */
  stopAfter(place: Place, die: () => void): void;
  close(): Promise<void>;
};

type Stop = Place & { die: () => void };

/**
 * A proxy to PostgreSQL that reads which statements are run on the connections of one role, and can end them all right
 * after any of them, also between two that were sent together.
 */
export async function openStatementProxy(
  server: { host: string; port: number },
  role: string,
): Promise<StatementProxy> {
  /** Nothing passes these any more. */
  const stopped = new WeakSet<Socket>();
  let stop: Stop | null = null;
  let begun = 0;

  const { host, sockets, close } = await openSocketProxy(server, (near, far) => {
    const read = readMessages();
    let watched = false;
    /** The open transaction, counted over all connections, and what was run in it. */
    let transaction = 0;
    let run: string[] = [];
    const isLast = ({ words, times, transaction: from }: Stop) =>
      transaction >= from &&
      run.at(-1)?.includes(words) &&
      run.filter((statement) => statement.includes(words)).length === times;
    near.on('data', (chunk) => {
      for (const { bytes, statement } of read(chunk)) {
        if (stopped.has(far)) return;
        if (statement?.startsWith('set role')) watched = statement.includes(role);
        if (watched && statement === 'begin') {
          begun += 1;
          transaction = begun;
          run = [];
        }
        if (transaction > 0 && statement !== null) run.push(statement);
        const last = statement !== null && stop && isLast(stop) ? stop : null;
        far.write(bytes, () => last?.die());
        if (statement === 'commit' || statement === 'rollback') transaction = 0;
        if (!last) continue;
        stop = null;
        for (const socket of sockets) stopped.add(socket);
      }
    });
    far.on('data', (chunk) => {
      if (!stopped.has(near)) near.write(chunk);
    });
  });

  return {
    host,
    stopAfter(place, die) {
      stop = { ...place, transaction: begun + place.transaction, die };
    },
    close,
  };
}
