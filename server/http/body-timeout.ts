import type { IncomingMessage, ServerResponse } from 'node:http';
import type { HttpBindings } from '@hono/node-server';
import type { Context } from 'hono';

type Listener = (incoming: IncomingMessage, outgoing: ServerResponse) => unknown;

/** In milliseconds. */
export type BodyTimeouts = {
  /** How long a body may take to arrive. */
  body: number;
  /** Timeout of a body that a route has allowed to be slow. Node's `requestTimeout` must be longer. */
  slowBody: number;
  /** Idle timeout of such a body: closed after this long without new bytes. */
  idle: number;
};

const allowSlow = new WeakMap<IncomingMessage, () => void>();

/**
 * Closes the connection of a client that does not send its body in time. Node's `requestTimeout` has one value for all
 * requests; here a route can extend it for a known sender. Headers are covered by `headersTimeout`.
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

/** Lets the body of this request arrive slowly, as long as bytes keep arriving. Only for known senders. */
export function allowSlowBody(c: Context): void {
  // Absent when a test calls the app without a socket.
  const incoming: Partial<HttpBindings>['incoming'] = c.env?.incoming;
  if (incoming) allowSlow.get(incoming)?.();
}

/** The response that Node writes when its own `requestTimeout` expires. */
const TIMED_OUT = 'HTTP/1.1 408 Request Timeout\r\nConnection: close\r\n\r\n';
