import { ACCOUNTS_KEY, ACCOUNTS_URL } from './accounts-meta.ts';
import { documentMeta } from './document-meta.ts';

/** Where the auth server is, and the headers it demands: those of the document where a hosted service keeps the accounts. */
export function authServer(): { url: string; headers: Record<string, string> } {
  const apiKey = documentMeta(ACCOUNTS_KEY);
  return {
    url: documentMeta(ACCOUNTS_URL) ?? new URL('/auth/v1', window.location.origin).href,
    headers: apiKey ? { apikey: apiKey } : {},
  };
}

type AuthRequest = {
  /** Sent as JSON by POST; without one, GET. */
  body?: object;
  token?: string | undefined;
};

/**
 * Sends a request to the auth server without the auth client: one that it has no method for, or that a page sends before
 * it needs the client.
 *
 * @param path below the auth server's URL
 * @throws Error as the auth client has it: `code` and `status` beside the message. TypeError when there was no response.
 */
export async function authRequest<Answer>(
  path: string,
  { body, token }: AuthRequest,
): Promise<Answer> {
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
