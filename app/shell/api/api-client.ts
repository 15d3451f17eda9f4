import type { ApiRequest, Endpoint } from '#contract/endpoint.ts';
import type { ErrorBody } from '#contract/errors.ts';
import { PROOF_HEADER } from '#contract/proof-header.ts';
import { ApiError, INTERNAL_MESSAGE, UNAVAILABLE_MESSAGE } from './api-error.ts';
import { ShopUnreachable } from './unreachable.ts';

/** Dependencies of the API client: the network and the session. */
export type Dependencies = {
  fetch(path: string, init: RequestInit): Promise<Response>;
  /** The access token, or null when nobody is signed in. Throws when the token has to be refreshed and that fails. */
  token(): Promise<string | null>;
  /** A new token after the server has rejected this one; null when the session has ended. */
  renew(rejected: string): Promise<string | null>;
  /** Removes the session that the server has rejected. */
  endSession(): Promise<void>;
};

/** A request to any endpoint; `Call` in api.ts has the precise types. */
export type AnyRequest = {
  params?: Record<string, string>;
  query?: Record<string, string | undefined>;
  body?: unknown;
  idempotencyKey?: string;
  /** The solved proof of work, after the server has asked for one. */
  proof?: string;
};

/** The arguments of a call: no request where the endpoint takes none, an optional one where all its parts are optional. */
export type CallArguments<E extends Endpoint> =
  unknown extends ApiRequest<E>
    ? []
    : Record<never, never> extends ApiRequest<E>
      ? [request?: ApiRequest<E>]
      : [request: ApiRequest<E>];

/** Request timeout: long enough for the slowest phone network. */
const TIMEOUT_MS = 30_000;

/** With an expired token and an unreachable server, the auth client retries for 25 s before it fails. */
const TOKEN_TIMEOUT_MS = 8_000;

/**
 * Creates a function that calls the API. The response gets its type from the contract, without parsing: page and server
 * come from one build, and the server's tests compare every response with its schema. `Response.json()` here is the
 * only place that turns untyped data into a typed response.
 */
export function createApiClient(deps: Dependencies) {
  return async function call(name: string, request: AnyRequest = {}) {
    const token = await withTimeout(deps.token()).catch(throwUnreachable);
    let response = await send(name, request, token);
    if (response.status === 401 && token) {
      // A rejected request had no effect, so writes are repeated too. The token may have looked valid here because the
      // clock of a phone is wrong.
      const renewed = await withTimeout(deps.renew(token)).catch(throwUnreachable);
      if (renewed) response = await send(name, request, renewed);
      if (response.status === 401) await deps.endSession();
    }
    if (!response.ok) throw await toError(response, token !== null);
    return response.status === 204 ? undefined : response.json().catch(throwUnreachable);
  };

  function send(name: string, request: AnyRequest, token: string | null) {
    const [method, template = ''] = name.split(' ');
    const headers = new Headers({ accept: 'application/json' });
    if (token) headers.set('authorization', `Bearer ${token}`);
    if (request.body !== undefined) headers.set('content-type', 'application/json');
    if (request.idempotencyKey) headers.set('idempotency-key', request.idempotencyKey);
    if (request.proof) headers.set(PROOF_HEADER, request.proof);
    const body = request.body === undefined ? null : JSON.stringify(request.body);
    return deps
      .fetch(urlOf(template, request), {
        method,
        headers,
        body,
        cache: 'no-store',
        // A write continues when its page is left. Browsers allow that for up to 64 kB.
        keepalive: method !== 'GET' && (body?.length ?? 0) < 20_000,
        signal: AbortSignal.timeout(TIMEOUT_MS),
      })
      .catch(throwUnreachable);
  }
}

function withTimeout<T>(promise: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('The auth server is slow')), TOKEN_TIMEOUT_MS);
    promise.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

function urlOf(template: string, request: AnyRequest): string {
  const path = template.replace(/\{(\w+)\}/g, (_, part: string) =>
    encodeURIComponent(request.params?.[part] ?? ''),
  );
  const query = new URLSearchParams();
  for (const [key, value] of Object.entries(request.query ?? {})) {
    if (value !== undefined) query.set(key, value);
  }
  return `/api${path}${query.size > 0 ? `?${query}` : ''}`;
}

function throwUnreachable(cause: unknown): never {
  throw new ShopUnreachable(cause);
}

/** Turns an error response into an Error. Its body is checked first, because a proxy may have sent it. */
async function toError(response: Response, hadSession: boolean): Promise<Error> {
  const { status } = response;
  if (status === 401 && !hadSession) {
    return new ApiError(status, { code: 'not_signed_in', message: 'No user' });
  }
  const body: unknown = await response.json().catch(() => null);
  if (isErrorBody(body)) return new ApiError(status, body.error);
  if (status === 429) {
    return new ApiError(status, { code: 'too_many_requests', message: UNAVAILABLE_MESSAGE });
  }
  if (status >= 502 && status <= 504) {
    return new ApiError(status, { code: 'unavailable', message: UNAVAILABLE_MESSAGE });
  }
  return new ApiError(status, { code: 'internal', message: INTERNAL_MESSAGE });
}

function isErrorBody(body: unknown): body is ErrorBody {
  if (typeof body !== 'object' || body === null || !('error' in body)) return false;
  const { error } = body;
  if (typeof error !== 'object' || error === null) return false;
  return 'code' in error && 'message' in error && typeof error.message === 'string';
}
