import { solveProofOfWork } from '#app/shell/session/proof-of-work.ts';
import type { ParsedRequest } from '#contract/endpoint.ts';
import type { Endpoints } from '#contract/endpoints.ts';
import { createApiClient } from './api-client.ts';
import { ApiError } from './api-error.ts';

/** What a guest may send, by endpoint. */
type GuestRequests = {
  [Name in keyof Endpoints as Endpoints[Name] extends { access: 'anyone'; body: object }
    ? Name
    : never]: ParsedRequest<Endpoints[Name]>['body'];
};

/**
 * Sends a request that needs no session, like `call`, but without the auth client: a guest does not download it for a
 * contact message. If the server asks for proof of work, solves it and sends the request again; `onCheck` can show that
 * the browser is being checked.
 */
export async function sendAsGuest<Name extends keyof GuestRequests>(
  name: Name,
  body: GuestRequests[Name],
  onCheck?: (title: string) => void,
): Promise<void> {
  try {
    await send(name, { body });
  } catch (error) {
    if (!(error instanceof ApiError && error.challenge)) throw error;
    const proof = await solveProofOfWork(error.challenge, onCheck).catch(() =>
      Promise.reject(error),
    );
    await send(name, { body, proof });
  }
}

const noToken = async () => null;

const send = createApiClient({
  fetch: (path, init) => fetch(path, init),
  token: noToken,
  renew: noToken,
  endSession: async () => {},
});
