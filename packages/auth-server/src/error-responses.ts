import type { Context, ErrorHandler, MiddlewareHandler } from 'hono';
import { AuthError } from './auth-error.ts';
import type { Log } from './log.ts';

const VERSION_HEADER = 'X-Supabase-Api-Version';
const NEWER_ERROR_FORMAT = '2024-01-01';

/** nginx's status for a request that its client did not finish. Nobody receives it; it is for the log. */
const CLIENT_CLOSED_REQUEST = 499;

/**
 * Responses must not be cached; handlers that allow it set their own header. Before the handler: setting a header
 * afterwards turns @hono/node-server's light response into a whole `Response`, whose body is then read as a stream.
 */
export const noStore: MiddlewareHandler = async (c, next) => {
  c.header('Cache-Control', 'no-store');
  await next();
};

/** Turns a thrown error into the protocol's response; an unexpected error is logged in full and answered 500. */
export function handleErrors(log: Log, clientDisconnected: (c: Context) => boolean): ErrorHandler {
  return (error, c) => {
    if (clientDisconnected(c)) return new Response(null, { status: CLIENT_CLOSED_REQUEST });
    const failure =
      error instanceof AuthError ? error : new AuthError('unexpected_failure', {}, error);
    const fields = { err: error, request: c.get('requestId') };
    if (failure.code === 'unexpected_failure') log.error(fields, 'an auth request failed');
    else if (failure.status >= 500) log.warn(fields, 'auth requests are refused');
    return errorResponse(c, failure);
  };
}

/** The error in the shape of the requested API version: clients use two shapes. */
export function errorResponse(c: Context, failure: AuthError): Response {
  const { code, status, message, weakPassword, retryAfterSeconds, challenge } = failure;
  const newer = expectsNewerErrors(c.req.header(VERSION_HEADER));
  c.header('Cache-Control', 'no-store');
  c.header('X-Sb-Error-Code', code);
  if (newer) c.header(VERSION_HEADER, NEWER_ERROR_FORMAT);
  if (retryAfterSeconds !== undefined) c.header('Retry-After', String(retryAfterSeconds));
  return c.json(
    {
      ...(newer ? { code, message } : { code: status, error_code: code, msg: message }),
      ...(weakPassword && { weak_password: { reasons: weakPassword } }),
      ...(challenge && { challenge }),
    },
    status,
  );
}

function expectsNewerErrors(version: string | undefined): boolean {
  return (
    version !== undefined && /^\d{4}-\d\d-\d\d$/.test(version) && version >= NEWER_ERROR_FORMAT
  );
}
