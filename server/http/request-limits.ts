import type { Context, HonoRequest, MiddlewareHandler } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import type { Endpoint } from '#contract/endpoint.ts';
import { AppError } from '#contract/errors.ts';
import { errorResponse } from './errors.ts';

/**
 * Refuses bodies of more than `maxSize` bytes: unread with a Content-Length, otherwise as soon as they exceed it.
 * Hono's own middleware makes a web stream of every body before it looks at the length; measured, that was an eighth of
 * the application's CPU for an order.
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

/** No other request needs more; larger bodies are refused before they are read. */
const MAX_BODY_BYTES = 64 * 1024;

/** For the files of staff, in base64. */
const MAX_FILE_BODY_BYTES = 3 * 1024 * 1024;

const TOO_LARGE = new AppError('payload_too_large');

const limitTo = (maxSize: number) =>
  limitBody({ maxSize, onError: (c) => errorResponse(c, TOO_LARGE) });

/** For JSON and forms. */
export const limitSmallBody = limitTo(MAX_BODY_BYTES);

const limitFile = limitTo(MAX_FILE_BODY_BYTES);

/**
 * Limits the bodies under /api: those of endpoints with `largeBody` to the size of a file, and all others to a small one.
 * `PUT uploadPath` is not limited here: its route counts the bytes of a larger file, once it knows the sender.
 */
export function limitApiBodies(
  endpoints: Record<string, Endpoint>,
  uploadPath: string,
): MiddlewareHandler {
  const pathOf = (key: string) => `/api${key.slice(key.indexOf('/'))}`;
  const largeBodies = Object.keys(endpoints).filter((key) => endpoints[key]?.largeBody);
  const filePaths = new Set(largeBodies.map(pathOf));
  return (c, next) => {
    if (c.req.method === 'PUT' && c.req.path === `/api${uploadPath}`) return next();
    const limit = filePaths.has(c.req.path) && hasLength(c.req) ? limitFile : limitSmallBody;
    return limit(c, next);
  };
}

/**
 * Whether the size is announced. Such a body is read only after authentication; one without Content-Length must be read
 * to be counted.
 */
function hasLength(request: HonoRequest): boolean {
  return (
    request.header('content-length') !== undefined &&
    request.header('transfer-encoding') === undefined
  );
}

/**
 * No path of the shop comes near it. React Router matches a path with patterns whose time grows with the square of its
 * length: 15,000 slashes, which fit into a request, took half a second.
 */
export const MAX_PATH_LENGTH = 1_000;

const TOO_LONG = new AppError('path_too_long');

/** Answers 414 to a longer path of an API, whatever it names; the query is not counted. */
export const limitPathLength: MiddlewareHandler = async (c, next) => {
  if (c.req.path.length > MAX_PATH_LENGTH) return errorResponse(c, TOO_LONG);
  return next();
};
