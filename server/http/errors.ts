import type { Context, ErrorHandler, NotFoundHandler } from 'hono';
import { HTTPException } from 'hono/http-exception';
import { AppError } from '#contract/errors.ts';
import type { Log } from '#server/log.ts';
import { clientClosedResponse, clientDisconnected } from './client-disconnect.ts';

/** Turns whatever a handler threw into its response; logs an unexpected error in full and answers 500. */
export function handleErrors(log: Log): ErrorHandler {
  return (error, c) => {
    if (clientDisconnected(c)) return clientClosedResponse();
    const appError = toAppError(error);
    if (appError.status >= 500) {
      log.error({ err: error, request: c.get('requestId') }, 'a request failed');
    }
    return errorResponse(c, appError);
  };
}

export const handleUnknownPath: NotFoundHandler = (c) =>
  errorResponse(c, new AppError('not_found'));

/** Seconds a client should wait before it retries, unless the error itself says. */
const RETRY_AFTER: Partial<Record<AppError['code'], string>> = {
  unavailable: '1',
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
