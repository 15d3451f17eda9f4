type Fetch = typeof globalThis.fetch;

/** What a response has just said of a user, by the Authorization header of the access token beside it. */
const known = new Map<string, unknown>();

/**
 * While `work` runs, the auth client gets the user of this access token from here instead of the server. Its
 * `setSession` asks for the user before it keeps the tokens: on a bad connection it would drop them, and with the old
 * ones dead the session would be lost.
 */
export async function withKnownUser<Result>(
  accessToken: string,
  user: unknown,
  work: () => Promise<Result>,
): Promise<Result> {
  const key = `Bearer ${accessToken}`;
  known.set(key, user);
  try {
    return await work();
  } finally {
    known.delete(key);
  }
}

/** `fetch` for the auth client, see `withKnownUser`. */
export function knownUserFetch(fetch: Fetch): Fetch {
  return async (input, init) => {
    const user = known.get(new Headers(init?.headers).get('authorization') ?? '');
    const asksForUser = init?.method === 'GET' && String(input).endsWith('/user');
    return user !== undefined && asksForUser ? Response.json(user) : fetch(input, init);
  };
}
