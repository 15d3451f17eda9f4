import { createMiddleware } from 'hono/factory';
import { matchedRoutes } from 'hono/route';
import type { Log } from '#server/log.ts';
import { setResponseHeaders } from './secure-headers.ts';

/**
 * Gives every request an id, which is in the response and in each of its log lines, and logs method, route, status and
 * milliseconds. It logs the route instead of the path: paths contain ids, queries contain search words.
 */
export function logRequests(log: Log, newId: () => string) {
  return createMiddleware<{ Variables: { requestId: string } }>(async (c, next) => {
    const began = performance.now();
    const requestId = newId();
    c.set('requestId', requestId);
    const afterwards = setResponseHeaders(c, [['X-Request-Id', requestId]]);
    await next();
    afterwards();
    if (!log.isLevelEnabled('info')) return;
    const route = matchedRoutes(c).find(({ path }) => !path.endsWith('*'))?.path ?? '*';
    logRequest(log, { requestId, method: c.req.method, route, status: c.res.status, began });
  });
}

type LoggedRequest = {
  requestId: string;
  method: string | undefined;
  route: string;
  status: number;
  /** By `performance.now()`. */
  began: number;
};

export function logRequest(
  log: Log,
  { requestId, method, route, status, began }: LoggedRequest,
): void {
  const ms = Math.round(performance.now() - began);
  log.info({ request: requestId, method, route, status, ms });
}
