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
