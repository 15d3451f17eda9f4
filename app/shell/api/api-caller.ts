import { AppError, REFUSALS, type RefusalBody } from '#contract/errors.ts';
import { PROOF_HEADER } from '#contract/proof-header.ts';
import { UNREACHABLE } from './unreachable.ts';

/** What a caller needs of the world: the network and whoever keeps the session. */
export type Surroundings = {
  fetch(path: string, init: RequestInit): Promise<Response>;
  /** The access token, or null when nobody is signed in. Throws when it cannot be had for now. */
  token(): Promise<string | null>;
  /** A fresh token after the server has refused this one; null when the session is over. */
  renew(): Promise<string | null>;
  /** Forgets a session the server no longer knows. */
  end(): Promise<void>;
};

/** Any question, whatever its endpoint; `Call` in api.ts has the precise types. */
export type AnyQuestion = {
  params?: Record<string, string>;
  query?: Record<string, string | undefined>;
  body?: unknown;
  idempotencyKey?: string;
  /** Of the work that the server has asked for. */
  proof?: string;
};

/** The shop did not answer: no network, or nobody there. Nothing is known about what became of a write. */
export class ShopUnreachable extends Error {
  constructor(cause: unknown) {
    super(UNREACHABLE, { cause });
    this.name = 'ShopUnreachable';
  }
}

/** Long enough for the slowest phone network; a spinner without end helps nobody. */
const PATIENCE_MS = 30_000;

/** With an expired token and a server that is away, the auth client tries for 25 s before it says so. */
const TOKEN_PATIENCE_MS = 8_000;

/**
 * A function that asks the API. The answer is typed by the contract and parsed nowhere: page and server come
 * from one build, and the server's tests hold every answer against its schema. `Response.json()` is the one
 * door through which it gets its type.
 */
export function createCaller(around: Surroundings) {
  return async function ask(name: string, question: AnyQuestion = {}) {
    const token = await soon(around.token()).catch(unreachable);
    let response = await send(name, question, token);
    if (response.status === 401 && token) {
      // Not executed, so asking once more is safe, for writes too. It helps where a phone's clock is wrong.
      const renewed = await soon(around.renew()).catch(unreachable);
      if (renewed) response = await send(name, question, renewed);
      if (response.status === 401) await around.end();
    }
    if (!response.ok) throw await refusal(response, token !== null);
    return response.status === 204 ? undefined : response.json().catch(unreachable);
  };

  function send(name: string, question: AnyQuestion, token: string | null) {
    const [method, template = ''] = name.split(' ');
    const headers = new Headers({ accept: 'application/json' });
    if (token) headers.set('authorization', `Bearer ${token}`);
    if (question.body !== undefined) headers.set('content-type', 'application/json');
    if (question.idempotencyKey) headers.set('idempotency-key', question.idempotencyKey);
    if (question.proof) headers.set(PROOF_HEADER, question.proof);
    return around
      .fetch(address(template, question), {
        method,
        headers,
        body: question.body === undefined ? null : JSON.stringify(question.body),
        cache: 'no-store',
        keepalive: method !== 'GET', // a write outlives the page that sent it
        signal: AbortSignal.timeout(PATIENCE_MS),
      })
      .catch(unreachable);
  }
}

function soon<T>(promise: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('The auth server is slow')), TOKEN_PATIENCE_MS);
    promise.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

function address(template: string, question: AnyQuestion): string {
  const path = template.replace(/\{(\w+)\}/g, (_, part: string) =>
    encodeURIComponent(question.params?.[part] ?? ''),
  );
  const query = new URLSearchParams();
  for (const [key, value] of Object.entries(question.query ?? {})) {
    if (value !== undefined) query.set(key, value);
  }
  return `/api${path}${query.size > 0 ? `?${query}` : ''}`;
}

function unreachable(cause: unknown): never {
  throw new ShopUnreachable(cause);
}

/** What the server refused. Something else may stand between it and us, so the body is looked at first. */
async function refusal(response: Response, hadSession: boolean): Promise<Error> {
  if (response.status === 401 && !hadSession) {
    return new AppError('not_signed_in', { message: 'No user' });
  }
  const body: unknown = await response.json().catch(() => null);
  if (isRefusal(body)) return new AppError(body.error.code, body.error);
  if (response.status === 429) return new AppError('too_many_requests');
  if (response.status >= 502 && response.status <= 504) return new AppError('unavailable');
  return new AppError('internal');
}

function isRefusal(body: unknown): body is RefusalBody {
  if (typeof body !== 'object' || body === null || !('error' in body)) return false;
  const { error } = body;
  if (typeof error !== 'object' || error === null || !('code' in error)) return false;
  return typeof error.code === 'string' && Object.hasOwn(REFUSALS, error.code);
}
