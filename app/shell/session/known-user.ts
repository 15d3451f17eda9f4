type Fetch = typeof globalThis.fetch;

/** Users that came with the response to another request, by the Authorization header of their access token. */
const users = new Map<string, unknown>();

/**
 * While `action` runs, answers the auth client's request for the user of this access token locally. The client's
 * `setSession` requests the user before it stores the tokens: if that failed on a bad connection, it would drop the new
 * tokens, and since the former ones no longer work, the session would be lost.
 */
export async function withKnownUser<Result>(
  accessToken: string,
  user: unknown,
  action: () => Promise<Result>,
): Promise<Result> {
  const key = `Bearer ${accessToken}`;
  users.set(key, user);
  try {
    return await action();
  } finally {
    users.delete(key);
  }
}

/** `fetch` for the auth client, see `withKnownUser`. */
export function knownUserFetch(fetch: Fetch): Fetch {
  return async (input, init) => {
    const user = users.get(new Headers(init?.headers).get('authorization') ?? '');
    const asksForUser = init?.method === 'GET' && String(input).endsWith('/user');
    return user !== undefined && asksForUser ? Response.json(user) : fetch(input, init);
  };
}
