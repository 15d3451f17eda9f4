import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { connect } from 'node:net';
import { promisify } from 'node:util';
import * as z from 'zod';
import { findTool } from '../setup/bench-tools.mjs';

/** `head` and `body` as they were sent, as latin1: a byte is a character. */
type Reply = { status: number; head: string; body: string };

export type Connection = Awaited<ReturnType<typeof openConnection>>;

/**
 * A keep-alive connection for one request at a time, with little more than a socket: a busy client would take CPU time
 * from the server that it measures.
 */
export async function openConnection(url: string) {
  const { hostname, port, host } = new URL(url);
  const socket = connect(Number(port), hostname).setEncoding('latin1').setNoDelay(true);
  await once(socket, 'connect');
  const chunks = socket[Symbol.asyncIterator]();
  return {
    /** `headers` are whole lines, each with its line end; `body` is ASCII. */
    async request(method: string, path: string, headers: string, body = ''): Promise<Reply> {
      socket.write(
        `${method} ${path} HTTP/1.1\r\nHost: ${host}\r\n${headers}` +
          `Content-Length: ${body.length}\r\n\r\n${body}`,
      );
      for (let received = ''; ; ) {
        const { value, done } = await chunks.next();
        if (done) throw new Error('The server closed the connection');
        received += value;
        const headEnd = received.indexOf('\r\n\r\n');
        if (headEnd < 0) continue;
        const [head, reply] = [received.slice(0, headEnd), received.slice(headEnd + 4)];
        const [, length] = /^content-length: *(\d+)/im.exec(head) ?? [];
        if (length === undefined) throw new Error(`A response without a length:\n${head}`);
        if (reply.length < Number(length)) continue;
        return { status: Number(head.slice(9, 12)), head, body: reply };
      }
    },
    close: () => socket.destroy(),
  };
}

export type Session = z.infer<typeof Session>;
const Session = z.looseObject({ access_token: z.string() });

/** Signs that many new shoppers up and in, through the API. */
export async function openSessions(url: string, count: number): Promise<Session[]> {
  const sessions: Session[] = [];
  for (let n = 0; n < count; n++) {
    const account = { email: `shopper-${n}@example.com`, password: 'blue flowers in hot water' };
    await post(`${url}/auth/v1/signup`, { ...account, data: { full_name: 'Asha Rao' } });
    const session = await post(`${url}/auth/v1/token?grant_type=password`, account);
    sessions.push(Session.parse(session));
  }
  return sessions;
}

/** Returns a function that posts to a path of the API as this shopper. */
export function postAs(url: string, { access_token }: Session) {
  return (path: string, body: unknown) =>
    post(`${url}/api${path}`, body, {
      authorization: `Bearer ${access_token}`,
      'idempotency-key': randomUUID(),
    });
}

/** Throws for any response that is not a success. */
async function post(
  url: string,
  body: unknown,
  headers: Record<string, string> = {},
): Promise<unknown> {
  const answer = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`${url} answered ${answer.status}: ${await answer.text()}`);
  return answer.json();
}

type Load = { seconds: number; connections: number; headers?: Record<string, string> };

/**
 * Requests one URL repeatedly with wrk, which uses very little CPU; returns the number of requests. Throws when a
 * response is not a success.
 */
export async function wrk(url: string, { seconds, connections, headers = {} }: Load) {
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
