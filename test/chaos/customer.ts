import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Paid, Sandbox } from '@aparajita/razorpay/sandbox';
import { HOME } from '#test/checkout.ts';
import type { ShopProcesses } from './processes.ts';

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

export type Customer = Awaited<ReturnType<typeof newCustomer>>;

/** A customer with an account, who uses any running process, and retries when it died before it responded. */
export async function newCustomer(context: ChaosContext, random: Random) {
  const tell: Send = async (method, path, body, headers) => {
    for (let wait = 50; ; wait = Math.min(wait * 1.5, 1_000)) {
      const url = context.processes.url(random.below);
      const reply = url ? await send(url + path, method, body, headers) : undefined;
      if (reply && reply.status > 0 && reply.status !== 500 && !isBusy(path, reply)) return reply;
      context.count(`asked again: ${reply && reply.status > 0 ? reply.status : 'no answer'}`);
      if (reply?.status === 500) context.broken.push(`${method} ${path} was answered 500`);
      await sleep(wait);
    }
  };
  const visitor = await signUpBy(tell);
  const { userId } = visitor;
  // Every customer has a different address, so that an order with a wrong address is detected.
  const home = { ...HOME, address_line1: `House of ${userId}` };
  const request = (method: string, path: string, body?: unknown, key?: string) =>
    visitor.request(method, `/api${path}`, body, key ? { 'idempotency-key': key } : {});
  const addressId = String((await request('POST', '/addresses', home)).body.id);
  return { userId, home, addressId, request, random };
}

/** The accounts answer 429 or 503 while too many passwords are checked, as on a busy machine. */
function isBusy(path: string, { status, body }: Reply): boolean {
  return path.startsWith('/auth/')
    ? status === 429 || status >= 502
    : body?.error?.code === 'unavailable';
}

/** Mulberry32: the same seed gives the same decisions. */
export type Random = {
  /** True with a probability of `chance` percent. */
  percent(chance: number): boolean;
  /** An integer from 0 to `below` - 1. */
  below(below: number): number;
  pick<T>(choices: readonly T[]): T;
  /** An independent generator, so that the order of concurrent events does not change decisions. */
  fork(): Random;
};

export function seeded(seed: number): Random {
  let state = seed | 0;
  function next(): number {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }
  return {
    percent: (chance) => next() * 100 < chance,
    below: (below) => Math.floor(next() * below),
    pick(choices) {
      const choice = choices[Math.floor(next() * choices.length)];
      if (choice === undefined) throw new Error('Nothing to pick from');
      return choice;
    },
    fork: () => seeded(Math.floor(next() * 2 ** 31)),
  };
}

/** A response; status -1 when there was none. */
// biome-ignore lint/suspicious/noExplicitAny: tests read any field of the response
type Reply = { status: number; body: any };

type Send = (method: string, path: string, body?: unknown, headers?: object) => Promise<Reply>;

/** Signs a shopper up and in, whose requests are all sent by `by`. */
async function signUpBy(by: Send): Promise<{ userId: string; request: Send }> {
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
async function send(
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
