import type { Context, ErrorHandler, MiddlewareHandler } from 'hono';
import { AuthError } from './auth-error.ts';
import type { Log } from './service.ts';

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

/** The error in the shape of this version of the protocol, whichever was requested: every client knows it. */
export function errorResponse(c: Context, failure: AuthError): Response {
  const { code, status, message, details } = failure;
  const { weakPassword, retryAfterSeconds, challenge } = details;
  c.header('Cache-Control', 'no-store');
  c.header('X-Sb-Error-Code', code);
  c.header('X-Supabase-Api-Version', '2024-01-01');
  if (retryAfterSeconds !== undefined) c.header('Retry-After', String(retryAfterSeconds));
  return c.json(
    {
      code,
      message,
      ...(weakPassword && { weak_password: { reasons: weakPassword } }),
      ...(challenge && { challenge }),
    },
    status,
  );
}
