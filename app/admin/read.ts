import { type DataTag, type QueryKey, queryOptions } from '@tanstack/react-query';
import type { CallArguments } from '#app/shell/api/api-client.ts';
import { cancelQueries, queryClient } from '#app/shell/api/query-client.ts';
import type { ApiResponse } from '#contract/endpoint.ts';
import type { AdminEndpoints } from '#contract/endpoints.ts';
import { callAdmin } from './call-admin.ts';

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
