import { randomUUID } from 'node:crypto';

/** A response; status -1 when there was none. */
// biome-ignore lint/suspicious/noExplicitAny: tests read any field of the response
export type Reply = { status: number; body: any };

export type Send = (
  method: string,
  path: string,
  body?: unknown,
  headers?: object,
) => Promise<Reply>;

/** Signs a shopper up and in, whose requests are all sent by `by`. */
export async function signUpBy(by: Send): Promise<{ userId: string; request: Send }> {
  const account = { email: `${randomUUID()}@example.com`, password: `steep-${randomUUID()}` };
  await by('POST', '/auth/v1/signup', { ...account, data: { full_name: 'Asha Rao' } });
  const session = await by('POST', '/auth/v1/token?grant_type=password', account);
  if (session.status !== 200)
    throw new Error(`signing in: ${session.status} ${JSON.stringify(session.body)}`);
  const authorization = `Bearer ${session.body.access_token}`;
  return {
    userId: session.body.user.id,
    request: (method, path, body, headers) => by(method, path, body, { authorization, ...headers }),
  };
}

/** Sends one request. */
export async function send(
  url: string,
  method: string,
  body?: unknown,
  headers: object = {},
): Promise<Reply> {
  try {
    const response = await fetch(url, {
      method,
      headers: { ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(30_000),
    });
    const text = await response.text();
    return { status: response.status, body: text && JSON.parse(text) };
  } catch (error) {
    return { status: -1, body: String(error) };
  }
}
