import { loadAuth, session } from '#app/shell/session/session.ts';
import type { Answer, Question } from '#contract/endpoint.ts';
import type { Endpoints } from '#contract/endpoints.ts';
import { type AnyQuestion, createCaller } from './api-caller.ts';

/** No question where the endpoint takes none, one that may be left out where all its parts may. */
type Asking<Name extends keyof Endpoints> =
  unknown extends Question<Endpoints[Name]>
    ? []
    : Record<never, never> extends Question<Endpoints[Name]>
      ? [question?: Question<Endpoints[Name]>]
      : [question: Question<Endpoints[Name]>];

/**
 * Asks the shop's API: `call('PATCH /cart/items/{id}', { params: { id }, body: { quantity: 2 } })`.
 * Throws the `AppError` the server answered with, or `ShopUnreachable`. A session that the server no longer
 * knows is removed here too, which takes guarded pages to /auth.
 */
export function call<Name extends keyof Endpoints>(
  name: Name,
  ...asking: Asking<Name>
): Promise<Answer<Endpoints[Name]>>;
export function call(name: string, ...[question]: AnyQuestion[]) {
  return ask(name, question);
}

const ask = createCaller({
  fetch: (path, init) => fetch(path, init),

  async token() {
    const auth = await loadAuth();
    const { data, error } = await auth.getSession();
    if (error && isPassing(error)) throw error;
    return data.session?.access_token ?? null;
  },

  async renew() {
    const auth = await loadAuth();
    const { data, error } = await auth.refreshSession();
    if (error && isPassing(error)) throw error;
    return data.session?.access_token ?? null;
  },

  async end() {
    // The renewed token has told that a second factor is due: the guard asks for it, and the session goes on.
    if (session.get().status === 'factor-due') return;
    await session.signOut({ chosen: false });
  },
});

/** The auth server is away; the client keeps the session and so do we. */
function isPassing(error: { name: string }): boolean {
  return error.name === 'AuthRetryableFetchError';
}
