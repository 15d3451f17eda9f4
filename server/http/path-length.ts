import type { MiddlewareHandler } from 'hono';
import { AppError } from '#contract/errors.ts';
import { errorResponse } from './errors.ts';

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
