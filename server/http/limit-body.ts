import type { Context, MiddlewareHandler } from 'hono';
import { bodyLimit } from 'hono/body-limit';

/**
 * Refuses bodies of more than `maxSize` bytes: unread where their length is said, as soon as they are too many where not.
 * Hono's own middleware makes a web stream of every body before it looks at the length: an eighth of what an order
 * cost the application.
 */
export function limitBody(options: {
  maxSize: number;
  onError: (c: Context) => Response;
}): MiddlewareHandler {
  const count = bodyLimit(options);
  return async (c, next) => {
    const length = c.req.header('content-length');
    if (c.req.header('transfer-encoding') !== undefined) return count(c, next);
    if (length === undefined) return BODILESS.has(c.req.method) ? next() : count(c, next);
    return Number(length) > options.maxSize ? options.onError(c) : next();
  };
}

const BODILESS = new Set(['GET', 'HEAD']);
