import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Paid, Sandbox } from '@aparajita/razorpay/sandbox';
import type { ShopProcesses } from './processes.ts';
import type { Random } from './random.ts';

// biome-ignore lint/suspicious/noExplicitAny: customers look into whatever was answered
export type Reply = { status: number; body: any };

export type Street = {
  processes: ShopProcesses;
  sandbox: Sandbox;
  /** Counts what happened, by name. */
  count(what: string): void;
  /** What others have paid with: for those who try to use it as their own. */
  seen: Paid[];
  /** What shoppers were told, for good: an order was placed, with cash or paid for. */
  told: Told[];
  /** Faults end the run: a replayed payment was accepted. */
  broken: string[];
};

/** An order as its shopper knows it; `amount` in rupees. */
export type Told = { order: string; user: string; amount: number; address: object; method: string };

/** Somebody with an account, who asks whichever process lives, and asks again when it died before it answered. */
export async function newCustomer(street: Street, random: Random) {
  const account = { email: `${randomUUID()}@example.com`, password: `steep-${randomUUID()}` };
  await tell('POST', '/auth/v1/signup', { ...account, data: { full_name: 'Asha Rao' } });
  const session = await tell('POST', '/auth/v1/token?grant_type=password', account);
  const token: string = session.body.access_token;
  const userId: string = session.body.user.id;
  // Everybody lives somewhere else: an order that goes to somebody else's address is noticed.
  const home = { ...ADDRESS, address_line1: `House of ${userId}` };
  const address = await ask('POST', '/addresses', home);
  if (address.status !== 201) throw new Error(`an address was answered ${address.status}`);

  function ask(method: string, path: string, body?: unknown, key?: string): Promise<Reply> {
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
      const url = street.processes.url(random.below);
      const reply = url ? await send(url + path, method, body, headers) : undefined;
      if (reply && reply.status !== 500 && reply.body?.error?.code !== 'unavailable') return reply;
      street.count(reply ? `asked again: ${reply.status}` : 'asked again: no answer');
      if (reply?.status === 500) street.broken.push(`${method} ${path} was answered 500`);
      await sleep(wait);
    }
  }

  // As an order copies it.
  const copied = { ...home, address_line2: null };
  return { userId, home: copied, addressId: String(address.body.id), ask, random };
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
    return undefined; // killed, or cut off in the middle
  }
}

const ADDRESS = {
  full_name: 'Asha Rao',
  phone: '9876543210',
  address_line1: '12 Hill Road',
  city: 'Mumbai',
  state: 'Maharashtra',
  postal_code: '400050',
  country: 'India',
};
