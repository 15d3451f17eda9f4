import type { Socket } from 'node:net';
import { openSocketProxy } from '#test/socket-proxy.ts';

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

type Message = { bytes: Buffer; statement: string | null };

/** Splits what a client sends into messages; those that run something come with the text of its statement. */
function readMessages(): (chunk: Buffer) => Message[] {
  let left = Buffer.alloc(0);
  let started = false;
  const parsed = new Map<string, string>();
  let bound = '';

  return (chunk) => {
    left = Buffer.concat([left, chunk]);
    const messages: Message[] = [];
    for (;;) {
      // The first message of a connection has no type.
      const typed = started ? 1 : 0;
      if (left.length < typed + 4) return messages;
      const length = typed + left.readInt32BE(typed);
      if (left.length < length) return messages;
      const bytes = left.subarray(0, length);
      left = left.subarray(length);
      messages.push({ bytes, statement: started ? textOf(bytes) : null });
      started = true;
    }
  };

  /** https://www.postgresql.org/docs/current/protocol-message-formats.html */
  function textOf(bytes: Buffer): string | null {
    const type = String.fromCharCode(bytes[0] ?? 0);
    const [first = '', second = ''] = bytes.toString('utf8', 5).split('\0', 2);
    if (type === 'P') parsed.set(first, second); // name, text
    if (type === 'B') bound = parsed.get(second) ?? ''; // portal, name
    if (type === 'Q') return first;
    return type === 'E' ? bound : null;
  }
}
