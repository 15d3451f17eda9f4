import { ACCOUNTS_KEY, ACCOUNTS_URL, documentMeta } from './accounts-meta.ts';

/**
 * The URL of the auth server and the headers that it requires. If a hosted service keeps the accounts, the document has
 * them.
 */
export function authServer(): { url: string; headers: Record<string, string> } {
  const apiKey = documentMeta(ACCOUNTS_KEY);
  return {
    url: documentMeta(ACCOUNTS_URL) ?? new URL('/auth/v1', window.location.origin).href,
    headers: apiKey ? { apikey: apiKey } : {},
  };
}

type AuthRequest = {
  /** Sent as JSON by POST; without a body the method is GET. */
  body?: object;
  token?: string | undefined;
};

/**
 * Sends a request to the auth server without the auth client: one for which the client has no method, or which a page
 * sends before it needs the client.
 *
 * @param path below the auth server's URL
 * @throws Error like those of the auth client, with `code` and `status`; TypeError when there was no response.
 */
export async function authRequest<Data>(path: string, { body, token }: AuthRequest): Promise<Data> {
  const { url, headers } = authServer();
  const response = await fetch(url + path, {
    headers: {
      ...headers,
      'x-supabase-api-version': '2024-01-01',
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...(body && { 'content-type': 'application/json' }),
    },
    ...(body && { method: 'POST', body: JSON.stringify(body) }),
  });
  if (response.ok) return response.json();
  const { code, message }: { code?: string; message?: string } = await response
    .json()
    .catch(() => ({}));
  throw Object.assign(new Error(message), { code, status: response.status });
}
