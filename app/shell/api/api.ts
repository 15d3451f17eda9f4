import { loadAuth, session } from '#app/shell/session/session.ts';
import type { ApiRequest, ApiResponse } from '#contract/endpoint.ts';
import type { Endpoints } from '#contract/endpoints.ts';
import { type AnyRequest, createApiClient, type Dependencies } from './api-client.ts';

/** No second argument where the endpoint takes none, an optional one where all its parts are optional. */
type CallArguments<Name extends keyof Endpoints> =
  unknown extends ApiRequest<Endpoints[Name]>
    ? []
    : Record<never, never> extends ApiRequest<Endpoints[Name]>
      ? [request?: ApiRequest<Endpoints[Name]>]
      : [request: ApiRequest<Endpoints[Name]>];

/**
 * Calls the shop's API: `call('PATCH /cart/items/{id}', { params: { id }, body: { quantity: 2 } })`. Throws the
 * `ApiError` the server responded with, or `ShopUnreachable`. If the server no longer knows the session, it is removed
 * here too, and the guard redirects to /auth.
 */
export function call<Name extends keyof Endpoints>(
  name: Name,
  ...args: CallArguments<Name>
): Promise<ApiResponse<Endpoints[Name]>>;
export function call(name: string, ...[request]: AnyRequest[]) {
  return send(name, request);
}

/** How long the response with a session's new tokens may take: less than the timeout for getting a token. */
const REPLACED_MS = 5_000;

/** The network and the session. */
export const connection: Dependencies = {
  fetch: (path, init) => fetch(path, init),

  async token() {
    const auth = await loadAuth();
    const { data, error } = await auth.getSession();
    if (error && isTemporary(error)) throw error;
    return data.session?.access_token ?? null;
  },

  async renew(rejected) {
    // A request sent before, or a second factor just added, has given the session another token already.
    const current = await connection.token();
    if (current !== rejected) return current;
    const auth = await loadAuth();
    const { error } = await auth.refreshSession();
    if (error && isTemporary(error)) throw error;
    return otherToken(rejected, error?.code === 'refresh_token_already_used' ? REPLACED_MS : 0);
  },

  async end() {
    // The renewed token says that a second factor is required: the guard asks for it, and the session stays.
    if (session.get().status === 'mfa-required') return;
    await session.signOut({ chosen: false });
  },
};

/** Sends a request to any endpoint; `call` and the admin's `callAdmin` give it types. */
export const send = createApiClient(connection);

/**
 * Waits until the session has another token than this one. Where the server has replaced its tokens, because a second
 * factor was verified in this tab or another, its response with the new ones may still be under way.
 *
 * @returns null where there is none after `ms`.
 */
async function otherToken(rejected: string, ms: number): Promise<string | null> {
  const end = Date.now() + ms;
  for (;;) {
    const token = await connection.token();
    if (token !== rejected) return token;
    if (Date.now() >= end) return null;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

/** The auth server is unreachable; the auth client keeps the session, and so do we. */
function isTemporary(error: { name: string }): boolean {
  return error.name === 'AuthRetryableFetchError';
}
