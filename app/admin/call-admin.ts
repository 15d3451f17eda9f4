import { connection } from '#app/shell/api/api.ts';
import { type AnyRequest, type CallArguments, createApiClient } from '#app/shell/api/api-client.ts';
import { UNATTENDED_HEADER } from '#contract/admin/unattended-header.ts';
import type { ApiResponse } from '#contract/endpoint.ts';
import type { AdminEndpoints } from '#contract/endpoints.ts';
import { explainRefusal } from './app-version/explain-refusal.ts';
import { isUnattended } from './unattended.ts';

/** Calls an endpoint for staff; throws the same errors as the shop's `call`. */
export function callAdmin<Name extends keyof AdminEndpoints>(
  name: Name,
  ...args: CallArguments<AdminEndpoints[Name]>
): Promise<ApiResponse<AdminEndpoints[Name]>>;
export async function callAdmin(name: string, ...[request]: AnyRequest[]) {
  try {
    return await send(name, request);
  } catch (error) {
    throw await explainRefusal(error);
  }
}

const send = createApiClient({
  ...connection,
  fetch(path, init) {
    if (!isUnattended()) return connection.fetch(path, init);
    const headers = new Headers(init.headers);
    headers.set(UNATTENDED_HEADER, '1');
    return connection.fetch(path, { ...init, headers });
  },
});
