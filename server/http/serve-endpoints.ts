import { type Context, Hono } from 'hono';
import { UNATTENDED_HEADER } from '#contract/admin/staff-endpoint.ts';
import type { ApiResponse, Endpoint } from '#contract/endpoint.ts';
import { AppError } from '#contract/errors.ts';
import { keysOf } from '#domain/keys-of.ts';
import type { StaffAccess, StaffDatabase } from '#server/database/staff-database.ts';
import type { Shopper } from '#server/shopper.ts';
import { errorResponse } from './errors.ts';
import { parseRequest, type Request, readJson } from './parse-request.ts';

/** Endpoints by 'METHOD /path/{param}'; the contract checks its tables against `EndpointTable`. */
type Table = Record<string, Endpoint>;

/**
 * One handler for every endpoint of a table; the compiler reports a missing or an extra one. The request is parsed; the
 * context provides the rest of the HTTP request.
 */
export type Handlers<T extends Table> = {
  [K in keyof T]: (request: Request<T[K]>, c: Context) => Reply<T[K]>;
};

type Reply<E extends Endpoint> = E['response'] extends object
  ? ApiResponse<E> | Promise<ApiResponse<E>>
  : Promise<void>;

/** Verifies an Authorization header; throws `not_signed_in`. */
export type Authenticate = (authorization: string | undefined) => Promise<Shopper>;

/**
 * Serves a table of endpoints: authenticates the shopper, parses, calls the handler, responds. The handlers of staff
 * endpoints get access to `staffDatabase` with the rights that the contract gives the endpoint. Anybody else gets 404 from
 * them, even for an invalid request.
 */
export function serveEndpoints<T extends Table>(
  table: T,
  authenticate: Authenticate,
  handlers: Handlers<T>,
  staffDatabase?: StaffDatabase,
): Hono {
  const app = new Hono();

  function mount<K extends keyof T & string>(key: K, endpoint: T[K]): void {
    const { method, path } = splitKey(key);
    app.on(method, path, async (c) => {
      const shopper =
        endpoint.access === 'anyone'
          ? undefined
          : await authenticate(c.req.header('authorization'));
      const staff =
        shopper && endpoint.access === 'staff'
          ? staffDatabase?.as(shopper, {
              ...(endpoint.roles && { roles: endpoint.roles }),
              ...(endpoint.recentFactor && { recentFactor: endpoint.recentFactor }),
              countsAsUse: c.req.header(UNATTENDED_HEADER) === undefined,
            })
          : undefined;
      if (endpoint.largeBody) await staff?.check();
      const request = await readRequest(c, endpoint, shopper, staff).catch(async (error) => {
        await staff?.check();
        throw error;
      });
      return reply(c, endpoint, await handlers[key](request, c));
    });
  }

  for (const [path, keys] of byPath(table)) {
    for (const key of keys) mount(key, table[key]);
    const allow = keys.map((key) => splitKey(key).method).join(', ');
    app.all(path, (c) => {
      const response = errorResponse(c, METHOD_NOT_ALLOWED);
      response.headers.set('Allow', allow);
      return response;
    });
  }
  return app;
}

async function readRequest<E extends Endpoint>(
  c: Context,
  endpoint: E,
  shopper: Shopper | undefined,
  staff: StaffAccess | undefined,
): Promise<Request<E>> {
  return parseRequest(endpoint, {
    params: c.req.param(),
    query: c.req.query(),
    body: endpoint.body ? await readJson(c) : undefined,
    shopper,
    staff,
    idempotencyKey: c.req.header('idempotency-key'),
  });
}

const METHOD_NOT_ALLOWED = new AppError('method_not_allowed');

/** A table's keys by their path, plain paths first: '/payments/open' is not the payment with the id 'open'. */
function byPath<T extends Table>(table: T): [string, (keyof T & string)[]][] {
  const found = new Map<string, (keyof T & string)[]>();
  for (const key of keysOf(table)) {
    const { path } = splitKey(key);
    found.set(path, [...(found.get(path) ?? []), key]);
  }
  return [...found].sort(([a], [b]) => Number(a.includes(':')) - Number(b.includes(':')));
}

/** 'PATCH /cart/items/{id}' → PATCH, /cart/items/:id. */
function splitKey(key: string): { method: string; path: string } {
  const [method = '', path = ''] = key.split(' ');
  return { method, path: path.replace(/\{(\w+)\}/g, ':$1') };
}

function reply(c: Context, endpoint: Endpoint, result: unknown): Response {
  c.header('Cache-Control', cacheControl(endpoint));
  if (endpoint.status === 204) return c.body(null, 204);
  return c.body(JSON.stringify(result), endpoint.status, { 'Content-Type': 'application/json' });
}

function cacheControl({ access, cacheSeconds }: Endpoint): string {
  // Browsers and proxies must not store a shopper's own data.
  if (access !== 'anyone') return 'no-store';
  return cacheSeconds ? `public, max-age=${cacheSeconds}` : 'no-cache';
}
