type Fetch = typeof globalThis.fetch;

/**
 * `fetch` for the auth client, which changes how it reads answers with tokens. Without the server's `expires_at` it
 * counts `expires_in` from now, by this device's clock. And a rate limit on replacing tokens reads as a server that is
 * busy for a moment: otherwise it would end the session, which it keeps only after statuses of 500 and more.
 */
export function tokenFetch(fetch: Fetch): Fetch {
  return async (input, init) => {
    const response = await fetch(input, init);
    if (!String(input).includes('/token?grant_type=')) return response;
    if (response.ok) {
      const { expires_at, ...tokens } = await response.json();
      const isTimed = typeof tokens.expires_in === 'number' && tokens.expires_in > 0;
      return Response.json(isTimed ? tokens : { ...tokens, expires_at });
    }
    const isRefresh = String(input).endsWith('refresh_token');
    return response.status === 429 && isRefresh ? new Response(null, { status: 503 }) : response;
  };
}
