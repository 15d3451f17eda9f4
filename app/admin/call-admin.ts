import { send } from '#app/shell/api/api.ts';
import type { AnyRequest } from '#app/shell/api/api-client.ts';
import type { AdminEndpoints } from '#contract/admin/endpoints.ts';
import type { ApiRequest, ApiResponse } from '#contract/endpoint.ts';

type Asking<Name extends keyof AdminEndpoints> =
  unknown extends ApiRequest<AdminEndpoints[Name]>
    ? []
    : Record<never, never> extends ApiRequest<AdminEndpoints[Name]>
      ? [question?: ApiRequest<AdminEndpoints[Name]>]
      : [question: ApiRequest<AdminEndpoints[Name]>];

/** Calls the staff's endpoints; like `call` of the shop, and throws the same errors. */
export function callAdmin<Name extends keyof AdminEndpoints>(
  name: Name,
  ...asking: Asking<Name>
): Promise<ApiResponse<AdminEndpoints[Name]>>;
export function callAdmin(name: string, ...[question]: AnyRequest[]) {
  return send(name, question);
}
