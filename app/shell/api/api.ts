import { currentToken } from '#app/shell/session/current-token.ts';
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

/** The network and the session. */
export const connection: Dependencies = {
  fetch: (path, init) => fetch(path, init),

  token: async () => (await session.storedToken()) ?? currentToken(await loadAuth()),

  async renew(rejected) {
    const { renewToken } = await import('#app/shell/session/renew-token.ts');
    return renewToken(await loadAuth(), rejected);
  },

  async end() {
    // The renewed token says that a second factor is required: the guard asks for it, and the session stays.
    if (session.get().status === 'mfa-required') return;
    await session.signOut({ chosen: false });
  },
};

/** Sends a request to any endpoint; `call` gives it types. */
const send = createApiClient(connection);
