import { explainRefusal } from '#app/admin/app-version/lazy.ts';
import { connection } from '#app/shell/api/api.ts';
import { type AnyRequest, type CallArguments, createApiClient } from '#app/shell/api/api-client.ts';
import { UNATTENDED_HEADER } from '#contract/admin/unattended-header.ts';
import type { ApiResponse } from '#contract/endpoint.ts';
import type { AdminEndpoints } from '#contract/endpoints.ts';

/** After this time without user input, requests count as automatic. */
const UNATTENDED_AFTER_MS = 60_000;

let lastInputAt = Date.now();

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

const onInput = () => {
  lastInputAt = Date.now();
};

if (typeof window !== 'undefined') {
  // 'click' and 'input' for people who use voice control or a switch.
  for (const event of ['pointerdown', 'keydown', 'click', 'input'])
    window.addEventListener(event, onInput, { capture: true, passive: true });
}

/** Whether there was no user input on this page recently. */
function isUnattended(): boolean {
  const since = Date.now() - lastInputAt;
  return since > UNATTENDED_AFTER_MS || since < 0; // less than 0: the clock was set back
}
