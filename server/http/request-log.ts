import { createMiddleware } from 'hono/factory';
import { matchedRoutes } from 'hono/route';
import type { Log } from '#server/log.ts';
import { setResponseHeaders } from './response-headers.ts';

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
    log.info({
      request: requestId,
      method: c.req.method,
      route: matchedRoutes(c).find(({ path }) => !path.endsWith('*'))?.path ?? '*',
      status: c.res.status,
      ms: Math.round(performance.now() - began),
    });
  });
}
