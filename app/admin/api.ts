import { type DataTag, type QueryKey, queryOptions } from '@tanstack/react-query';
import { explainRefusal } from '#app/admin/app-version/lazy.ts';
import { connection } from '#app/shell/api/api.ts';
import { type AnyRequest, type CallArguments, createApiClient } from '#app/shell/api/api-client.ts';
import { cancelQueries, queryClient } from '#app/shell/api/query-client.ts';
import { UNATTENDED_HEADER } from '#contract/admin/staff-endpoint.ts';
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

type Read = Extract<keyof AdminEndpoints, `GET ${string}`>;
type Query<Data> = { queryKey: DataTag<QueryKey, Data, Error>; queryFn: () => Promise<Data> };

/** The query of an endpoint. Its key is the path and the request: `reload('products')` reloads all that begins with it. */
export function read<Name extends Read>(
  name: Name,
  ...args: CallArguments<AdminEndpoints[Name]>
): Query<ApiResponse<AdminEndpoints[Name]>> {
  const queryFn = () => callAdmin(name, ...args);
  const queryKey: QueryKey = [...name.replace('GET /', '').split('/'), args[0] ?? {}];
  return { queryKey: queryOptions({ queryKey, queryFn }).queryKey, queryFn };
}

/** Caches what a write has answered. A read that was sent before it would come without the change. */
export function answered<Data>({ queryKey }: Query<Data>, answer: NoInfer<Data>): void {
  cancelQueries(queryKey);
  queryClient.setQueryData<Data>(queryKey, answer);
}

/** Reads it now, also if it was read a moment ago. */
export function readAnew<Data>({ queryKey, queryFn }: Query<Data>): Promise<Data> {
  return queryClient.fetchQuery<Data>({ queryKey, queryFn, staleTime: 0 });
}

/** Reloads what the screens show of a part of the admin: `reload('cash')`. */
export function reload(...path: string[]): void {
  void queryClient.invalidateQueries({ queryKey: ['admin', ...path] });
}
