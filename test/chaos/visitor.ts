import { randomUUID } from 'node:crypto';

/** A response and the milliseconds it took; status -1 when there was none. */
// biome-ignore lint/suspicious/noExplicitAny: tests read any field of the response
type Reply = { status: number; ms: number; retryAfter: string | null; body: any };

/** A shopper with an account who accepts every response without retrying. */
export type Visitor = {
  userId: string;
  request(method: string, path: string, body?: unknown, headers?: object): Promise<Reply>;
  /** The id of their address, saved once. */
  address(home: object): Promise<string>;
};

/** Signs several shoppers up and in, a few at a time: on a busy machine many at once would wait until they are refused. */
export async function signUpSeveral(url: () => string, count: number): Promise<Visitor[]> {
  const visitors: Visitor[] = [];
  while (visitors.length < count) {
    const few = Math.min(4, count - visitors.length);
    visitors.push(...(await Promise.all(Array.from({ length: few }, () => signUp(url)))));
  }
  return visitors;
}

/** Signs a shopper up and in. `url` names the process for each request. */
async function signUp(url: () => string): Promise<Visitor> {
  const account = { email: `${randomUUID()}@example.com`, password: `steep-${randomUUID()}` };
  await tell('POST', '/auth/v1/signup', { ...account, data: { full_name: 'Asha Rao' } });
  const session = await tell('POST', '/auth/v1/token?grant_type=password', account);
  if (session.status !== 200)
    throw new Error(`signing in: ${session.status} ${JSON.stringify(session.body)}`);
  const authorization = `Bearer ${session.body.access_token}`;
  let saved: Promise<Reply> | undefined;

  async function tell(method: string, path: string, body?: unknown, headers: object = {}) {
    const began = performance.now();
    const ended = () => performance.now() - began;
    try {
      const response = await fetch(url() + path, {
        method,
        headers: { 'content-type': 'application/json', ...headers },
        ...(body !== undefined && { body: JSON.stringify(body) }),
        signal: AbortSignal.timeout(30_000),
      });
      const text = await response.text();
      const retryAfter = response.headers.get('retry-after');
      return { status: response.status, ms: ended(), retryAfter, body: text && JSON.parse(text) };
    } catch (error) {
      return { status: -1, ms: ended(), retryAfter: null, body: String(error) };
    }
  }

  const request: Visitor['request'] = (method, path, body, headers) =>
    tell(method, path, body, { authorization, ...headers });
  return {
    userId: session.body.user.id,
    request,
    async address(home) {
      saved ??= request('POST', '/api/addresses', home);
      return String((await saved).body.id);
    },
  };
}
