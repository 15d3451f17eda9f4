import type { HttpBindings } from '@hono/node-server';
import type { Context } from 'hono';

/** nginx's status for a request that its client did not finish. It appears only in the log. */
const CLIENT_CLOSED_REQUEST = 499;

/**
 * Whether the client closed the connection in the middle of its request, or sent it too slowly and the server closed
 * it. Then reading the body failed, which is not our error.
 */
export function clientDisconnected(c: Context): boolean {
  // Absent when a test calls the app without a socket.
  const incoming: Partial<HttpBindings>['incoming'] = c.env?.incoming;
  return incoming?.destroyed === true && !incoming.complete;
}

export function clientClosedResponse(): Response {
  return new Response(null, { status: CLIENT_CLOSED_REQUEST });
}
