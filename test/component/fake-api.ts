import { vi } from 'vitest';
import type { ApiResponse, Endpoint, ParsedRequest } from '#contract/endpoint.ts';
import {
  type AdminEndpoints,
  adminEndpoints,
  type Endpoints,
  endpoints,
} from '#contract/endpoints.ts';
import { AppError } from '#contract/errors.ts';

type AllEndpoints = Endpoints & AdminEndpoints;

/** What an endpoint answers; throws an `AppError` for its refusal, or `UNREACHABLE`. */
type Handler<E extends Endpoint> = (
  request: ParsedRequest<E>,
  headers: Headers,
) => ApiResponse<E> | Promise<ApiResponse<E>>;

/** Endpoints by name, of the type that the contract gives them. */
export type Handlers = { [Name in keyof AllEndpoints]?: Handler<AllEndpoints[Name]> };

/** Thrown by a handler: the request gets no answer, as without a network. */
export const UNREACHABLE = new TypeError('Failed to fetch');

/** A handler that gives no answer. */
export const unreachable = () => {
  throw UNREACHABLE;
};

/** A handler that refuses. */
export const refusing = (...refusal: ConstructorParameters<typeof AppError>) => {
  return () => {
    throw new AppError(...refusal);
  };
};

/** A handler whose endpoint is known by its name alone. */
type AnyHandler = (request: ParsedRequest<Endpoint>, headers: Headers) => unknown;

const ALL: Record<string, Endpoint> = { ...endpoints, ...adminEndpoints };

/**
 * Answers the requests of the page under test in place of the server, from the contract alone: requests and responses are
 * parsed with its schemas, so a test cannot promise what no server sends. A request without a handler fails the test.
 * `handlers` is read at each request: a test may change it on its way.
 *
 * @returns the requests so far, as 'METHOD /path', in their order.
 */
export function fakeApi(handlers: Handlers): string[];
export function fakeApi(handlers: Record<string, AnyHandler>): string[] {
  const requests: string[] = [];
  vi.stubGlobal('fetch', async (input: RequestInfo | URL, init: RequestInit = {}) => {
    const url = new URL(input instanceof Request ? input.url : input, window.location.origin);
    const request = `${init.method ?? 'GET'} ${url.pathname.replace(/^\/api/, '')}`;
    requests.push(request);
    const exactFirst = request in handlers ? [request] : Object.keys(handlers);
    for (const name of exactFirst) {
      const params = matchPath(name, request);
      const endpoint = ALL[name];
      const handler = handlers[name];
      if (params && endpoint && handler) return respond(endpoint, handler, params, url, init);
    }
    throw new Error(`The test has no handler for ${request}`);
  });
  return requests;
}

/**
 * Stands between the page and the next request to an endpoint; later ones get the handler itself.
 *
 * @param around gets the handler's answer by `run`, and returns or throws what the page gets.
 */
export function intercept(
  api: Handlers,
  name: keyof Handlers,
  around: (run: () => unknown) => unknown,
): void {
  const handler: unknown = Reflect.get(api, name);
  if (typeof handler !== 'function') throw new Error(`${name} has no handler`);
  Reflect.set(api, name, (...request: unknown[]) => {
    Reflect.set(api, name, handler);
    return around(() => Reflect.apply(handler, undefined, request));
  });
}

/** The next request takes effect, but the page gets no answer. */
export const loseAnswer = (api: Handlers, name: keyof Handlers): void =>
  intercept(api, name, async (run) => {
    await run();
    throw UNREACHABLE;
  });

/** The next request is refused, and changes nothing. */
export const refuse = (api: Handlers, name: keyof Handlers, error: Error): void =>
  intercept(api, name, () => {
    throw error;
  });

/**
 * Holds the next answer or refusal back. `asked` resolves when the request has taken effect, `release` lets the page have the
 * answer.
 */
export function holdAnswer(api: Handlers, name: keyof Handlers) {
  const asked = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  intercept(api, name, async (run) => {
    const answer = (async () => run())();
    await answer.catch(() => {});
    asked.resolve();
    await released.promise;
    return answer;
  });
  return { asked: asked.promise, release: () => released.resolve() };
}

/** The path parameters, or null for a request of another endpoint. */
function matchPath(name: string, request: string): Record<string, string> | null {
  const pattern = new RegExp(`^${name.replace(/\{(\w+)\}/g, '(?<$1>[^/]+)')}$`);
  const match = pattern.exec(request);
  return match && { ...match.groups };
}

async function respond(
  endpoint: Endpoint,
  handler: AnyHandler,
  params: Record<string, string>,
  url: URL,
  { body, headers }: RequestInit,
): Promise<Response> {
  const request = {
    params: endpoint.params?.parse(params),
    query: endpoint.query?.parse(Object.fromEntries(url.searchParams)),
    body: endpoint.body?.parse(typeof body === 'string' ? JSON.parse(body) : undefined),
  };
  try {
    const answer = await handler(request, new Headers(headers));
    if (!endpoint.response) return new Response(null, { status: endpoint.status });
    return Response.json(endpoint.response.parse(answer), { status: endpoint.status });
  } catch (error) {
    if (error instanceof AppError) return Response.json(error.toBody(), { status: error.status });
    throw error;
  }
}
