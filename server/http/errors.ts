import { databaseDown } from '@aparajita/postgres/error-codes';
import type { HttpBindings } from '@hono/node-server';
import type { Context, ErrorHandler, NotFoundHandler } from 'hono';
import { HTTPException } from 'hono/http-exception';
import { AppError } from '#contract/errors.ts';
import { summarizeErrors } from '#server/error-summary.ts';
import type { Log } from '#server/log.ts';

/**
 * Turns whatever a handler threw into its response. An unexpected error is logged in full and answered 500; refusals for
 * want of the database or the gateway are summarized, as errors only while the database is down.
 */
export function handleErrors(log: Log): ErrorHandler {
  const reportRefusal = summarizeErrors<'warn' | 'error'>(log);
  return (error, c) => {
    if (clientDisconnected(c)) return clientClosedResponse();
    const appError = toAppError(error);
    const request = c.get('requestId');
    if (appError.code === 'internal') log.error({ err: error, request }, 'a request failed');
    else if (appError.status >= 500) {
      const err = appError.cause ?? appError;
      reportRefusal(databaseDown(err) ? 'error' : 'warn', { err, request }, 'requests are refused');
    }
    return errorResponse(c, appError);
  };
}

export const handleUnknownPath: NotFoundHandler = (c) =>
  errorResponse(c, new AppError('not_found'));

/** As the message of `unavailable` says: a minute, because a lock, for example, is often held for some time. */
export const UNAVAILABLE_RETRY = '60';

/** Seconds a client should wait before it retries, unless the error itself says. */
const RETRY_AFTER: Partial<Record<AppError['code'], string>> = {
  unavailable: UNAVAILABLE_RETRY,
  too_many_requests: '60',
};

export function errorResponse(c: Context, appError: AppError): Response {
  const wait = appError.retryAfter?.toString() ?? RETRY_AFTER[appError.code];
  return new Response(JSON.stringify(appError.toBody()), {
    status: appError.status,
    headers: {
      'Content-Type': 'application/json',
      'Cache-Control': 'no-store',
      'X-Request-Id': String(c.get('requestId') ?? ''),
      ...(wait && { 'Retry-After': wait }),
      ...(appError.status === 401 && { 'WWW-Authenticate': 'Bearer' }),
    },
  });
}

function toAppError(error: Error): AppError {
  if (error instanceof AppError) return error;
  if (error instanceof HTTPException && error.status === 413) {
    return new AppError('payload_too_large');
  }
  return new AppError('internal', {}, error);
}

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

function clientClosedResponse(): Response {
  return new Response(null, { status: CLIENT_CLOSED_REQUEST });
}
