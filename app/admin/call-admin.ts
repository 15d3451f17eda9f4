import { send } from '#app/shell/api/api.ts';
import type { AnyRequest } from '#app/shell/api/api-caller.ts';
import type { AdminEndpoints } from '#contract/admin/endpoints.ts';
import type { Answer, Question } from '#contract/endpoint.ts';

type Asking<Name extends keyof AdminEndpoints> =
  unknown extends Question<AdminEndpoints[Name]>
    ? []
    : Record<never, never> extends Question<AdminEndpoints[Name]>
      ? [question?: Question<AdminEndpoints[Name]>]
      : [question: Question<AdminEndpoints[Name]>];

/** Calls the staff's endpoints; like `call` of the shop, and throws the same errors. */
export function callAdmin<Name extends keyof AdminEndpoints>(
  name: Name,
  ...asking: Asking<Name>
): Promise<Answer<AdminEndpoints[Name]>>;
export function callAdmin(name: string, ...[question]: AnyRequest[]) {
  return send(name, question);
}
