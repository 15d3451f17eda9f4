/**
 * Sends a request to the auth server that the auth client has no method for.
 *
 * @param path below /auth/v1
 * @throws Error as the auth client has it: `code` and `status` beside the message.
 */
export async function authRequest<Answer>(
  path: string,
  body: object,
  token?: string,
): Promise<Answer> {
  const response = await fetch(`/auth/v1${path}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-supabase-api-version': '2024-01-01',
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
    },
    body: JSON.stringify(body),
  });
  if (response.ok) return response.json();
  const { code, message }: { code?: string; message?: string } = await response
    .json()
    .catch(() => ({}));
  throw Object.assign(new Error(message), { code, status: response.status });
}
