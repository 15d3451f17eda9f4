import * as z from 'zod';

export type Account = { userId: string; sessionId: string; token: string };

const Session = z.object({
  access_token: z.string(),
  refresh_token: z.string(),
  user: z.object({ id: z.string() }),
});
const Claims = z.object({ session_id: z.string() });

/** Signs that many shoppers up and in, through the API. */
export async function openAccounts(url: string, count: number): Promise<Account[]> {
  const accounts: Account[] = [];
  for (let n = 0; n < count; n++) accounts.push(await openAccount(url, n));
  return accounts;
}

async function openAccount(url: string, n: number): Promise<Account> {
  const data = { full_name: 'Asha Rao' };
  await postJson(`${url}/auth/v1/signup`, { ...credentials(n), data });
  const session = await signIn(url, n);
  const [, payload = ''] = session.access_token.split('.');
  const claims = Claims.parse(JSON.parse(Buffer.from(payload, 'base64url').toString()));
  return { userId: session.user.id, sessionId: claims.session_id, token: session.access_token };
}

/** Signs the n-th of them in again. */
async function signIn(url: string, n: number): Promise<z.infer<typeof Session>> {
  return Session.parse(await postJson(`${url}/auth/v1/token?grant_type=password`, credentials(n)));
}

function credentials(n: number) {
  return { email: `shopper-${n}@example.com`, password: 'blue flowers in hot water' };
}

/** Posts JSON and returns the answer's; throws for any response that is not a success. */
export async function postJson(
  url: string,
  body: object,
  headers: Record<string, string> = {},
): Promise<unknown> {
  const answer = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`${url} answered ${answer.status}: ${await answer.text()}`);
  return answer.json();
}
