import type { IncomingMessage, ServerResponse } from 'node:http';
import type { HttpBindings } from '@hono/node-server';
import type { Context } from 'hono';

type Listener = (incoming: IncomingMessage, outgoing: ServerResponse) => unknown;

/** In milliseconds. */
export type BodyTimeouts = {
  /** How long a body may take to arrive. */
  body: number;
  /** How long a slow one may take that a route has allowed. Node's own `requestTimeout` must be longer. */
  slowBody: number;
  /** In this time something of a slow one must arrive. */
  idle: number;
};

const allowSlow = new WeakMap<IncomingMessage, () => void>();

/**
 * Closes the connection of a client that does not finish a body in time, as Node's `requestTimeout` does, which is one
 * for all requests: a route can allow more to somebody it knows. Headers have Node's `headersTimeout`.
 */
export function limitBodyTime(times: BodyTimeouts, next: Listener): Listener {
  return (incoming, outgoing) => {
    const { headers } = incoming;
    if (headers['content-length'] === undefined && headers['transfer-encoding'] === undefined)
      return next(incoming, outgoing);

    const timeOut = () => {
      if (incoming.complete) return;
      if (!outgoing.headersSent) incoming.socket.write(TIMED_OUT);
      incoming.socket.destroySoon();
    };
    let timer = setTimeout(timeOut, times.body).unref();
    let idle: NodeJS.Timeout | undefined;
    const stop = () => {
      clearTimeout(timer);
      clearInterval(idle);
      allowSlow.delete(incoming);
    };
    incoming.once('end', stop).once('close', stop);
    allowSlow.set(incoming, () => {
      clearTimeout(timer);
      timer = setTimeout(timeOut, times.slowBody).unref();
      let received = incoming.socket.bytesRead;
      idle = setInterval(() => {
        if (incoming.socket.bytesRead === received) timeOut();
        received = incoming.socket.bytesRead;
      }, times.idle).unref();
    });
    return next(incoming, outgoing);
  };
}

/** Lets the body of this request arrive slowly, as long as something of it does. Only for senders that are known. */
export function allowSlowBody(c: Context): void {
  // Absent when a test calls the app without a socket.
  const incoming: Partial<HttpBindings>['incoming'] = c.env?.incoming;
  if (incoming) allowSlow.get(incoming)?.();
}

/** What Node writes when its own timeout is over. */
const TIMED_OUT = 'HTTP/1.1 408 Request Timeout\r\nConnection: close\r\n\r\n';
