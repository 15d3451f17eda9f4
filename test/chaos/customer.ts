import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Paid, Sandbox } from '@aparajita/razorpay/sandbox';
import { HOME } from '#test/checkout.ts';
import type { ShopProcesses } from './processes.ts';
import type { Random } from './random.ts';

// biome-ignore lint/suspicious/noExplicitAny: customers read any field of the response
export type Reply = { status: number; body: any };

export type ChaosContext = {
  processes: ShopProcesses;
  sandbox: Sandbox;
  /** Counts events, by name. */
  count(what: string): void;
  /** Payments of all customers, for those who try to reuse one as their own. */
  seen: Paid[];
  /** Final responses to shoppers: an order was placed, with cash or paid. */
  acknowledged: AcknowledgedOrder[];
  /** Faults that end the run: a replayed payment was accepted. */
  broken: string[];
};

/** An order as its shopper knows it; `amount` in rupees. */
export type AcknowledgedOrder = {
  order: string;
  user: string;
  amount: number;
  address: object;
  method: string;
};

/** A customer with an account, who uses any running process, and retries when it died before it responded. */
export async function newCustomer(context: ChaosContext, random: Random) {
  const account = { email: `${randomUUID()}@example.com`, password: `steep-${randomUUID()}` };
  await tell('POST', '/auth/v1/signup', { ...account, data: { full_name: 'Asha Rao' } });
  const session = await tell('POST', '/auth/v1/token?grant_type=password', account);
  const token: string = session.body.access_token;
  const userId: string = session.body.user.id;
  // Every customer has a different address, so that an order with a wrong address is detected.
  const home = { ...HOME, address_line1: `House of ${userId}` };
  const address = await request('POST', '/addresses', home);
  if (address.status !== 201) throw new Error(`an address was answered ${address.status}`);

  function request(method: string, path: string, body?: unknown, key?: string): Promise<Reply> {
    return tell(method, `/api${path}`, body, {
      authorization: `Bearer ${token}`,
      ...(key && { 'idempotency-key': key }),
    });
  }

  async function tell(
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<Reply> {
    for (let wait = 50; ; wait = Math.min(wait * 1.5, 1_000)) {
      const url = context.processes.url(random.below);
      const reply = url ? await send(url + path, method, body, headers) : undefined;
      if (reply && reply.status !== 500 && !isBusy(path, reply)) return reply;
      context.count(reply ? `asked again: ${reply.status}` : 'asked again: no answer');
      if (reply?.status === 500) context.broken.push(`${method} ${path} was answered 500`);
      await sleep(wait);
    }
  }

  return { userId, home, addressId: String(address.body.id), request, random };
}

/** The accounts answer 429 or 503 while too many passwords are checked, as on a busy machine. */
function isBusy(path: string, { status, body }: Reply): boolean {
  return path.startsWith('/auth/')
    ? status === 429 || status >= 502
    : body?.error?.code === 'unavailable';
}

export type Customer = Awaited<ReturnType<typeof newCustomer>>;

async function send(
  url: string,
  method: string,
  body: unknown,
  headers: Record<string, string>,
): Promise<Reply | undefined> {
  try {
    const response = await fetch(url, {
      method,
      headers: { ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(20_000),
    });
    const text = await response.text();
    return { status: response.status, body: text === '' ? null : JSON.parse(text) };
  } catch {
    return undefined; // the process was killed
  }
}
