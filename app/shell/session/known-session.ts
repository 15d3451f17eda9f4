type Fetch = typeof globalThis.fetch;

/** A session as the auth server sends it. */
export type KnownSession = {
  access_token: string;
  refresh_token: string;
  expires_in: number;
  user: unknown;
};

/** Sessions that came with the response to another request. */
const sessions = new Set<KnownSession>();

/**
 * While `action` runs, answers the auth client's requests about this session locally. Before it stores the tokens of
 * `setSession` the client requests their user; or replaces them, if they have expired by this device's clock. If that
 * failed on a bad connection, it would drop the new tokens, and since the former ones no longer work, the session would
 * be lost.
 */
export async function withKnownSession<Result>(
  session: KnownSession,
  action: () => Promise<Result>,
): Promise<Result> {
  sessions.add(session);
  try {
    return await action();
  } finally {
    sessions.delete(session);
  }
}

/**
 * The lifetime of a known session's token in seconds. The auth client computes another one by this device's clock, when
 * it gets tokens by `setSession`.
 */
export function knownLifetime(accessToken: string): number | undefined {
  return [...sessions].find(({ access_token }) => access_token === accessToken)?.expires_in;
}

/** `fetch` for the auth client, see `withKnownSession`. */
export function knownSessionFetch(fetch: Fetch): Fetch {
  return async (input, init) => {
    const url = String(input);
    for (const session of sessions) {
      if (asksForUser(session, url, init)) return Response.json(session.user);
      if (asksForNext(session, url, init)) return Response.json(session);
    }
    return fetch(input, init);
  };
}

function asksForUser({ access_token }: KnownSession, url: string, init?: RequestInit): boolean {
  const token = new Headers(init?.headers).get('authorization');
  return init?.method === 'GET' && url.endsWith('/user') && token === `Bearer ${access_token}`;
}

function asksForNext({ refresh_token }: KnownSession, url: string, init?: RequestInit): boolean {
  return (
    url.includes('grant_type=refresh_token') && init?.body === JSON.stringify({ refresh_token })
  );
}
