import { currentToken } from '#app/shell/session/current-token.ts';
import { loadAuth, session } from '#app/shell/session/session.ts';
import type { ApiResponse } from '#contract/endpoint.ts';
import type { Endpoints } from '#contract/endpoints.ts';
import {
  type AnyRequest,
  type CallArguments,
  createApiClient,
  type Dependencies,
} from './api-client.ts';
import { noteServerTime } from './server-clock.ts';

/**
 * Calls the shop's API: `call('PATCH /cart/items/{id}', { params: { id }, body: { quantity: 2 } })`. If the server
 * rejects the session, removes it here too, and the guard redirects to /auth.
 *
 * @throws the `ApiError` that the server responded with, or `ShopUnreachable`.
 */
export function call<Name extends keyof Endpoints>(
  name: Name,
  ...args: CallArguments<Endpoints[Name]>
): Promise<ApiResponse<Endpoints[Name]>>;
export function call(name: string, ...[request]: AnyRequest[]) {
  return send(name, request);
}

/** The network and the session, for the API client. */
export const connection: Dependencies = {
  fetch: async (path, init) => noteServerTime(await fetch(path, init)),

  token: async () => (await session.storedToken()) ?? currentToken(await loadAuth()),

  async renew(rejected) {
    const { renewToken } = await import('#app/shell/session/renew-token.ts');
    return renewToken(await loadAuth(), rejected);
  },

  async endSession() {
    // If a second factor is required, the guard asks for it, and the session stays.
    if (session.get().status === 'mfa-required') return;
    await session.signOut({ chosen: false });
  },
};

/** Sends a request to any endpoint; `call` gives it types. */
const send = createApiClient(connection);
