import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import type { Account } from './accounts.ts';
import { Outcome } from './order-driver.ts';
import { cpuOf } from './processes.ts';
import type { BenchShop } from './shop.ts';

/** The number of concurrent shoppers, each with several accounts. */
export const SHOPPERS = 8;
export const ACCOUNTS_EACH = 7;
export const ORDERS_PER_ACCOUNT = 45;

export const ADDRESS = {
  full_name: 'Asha Rao',
  phone: '+91 98765 43210',
  address_line1: '12 Marine Drive',
  address_line2: 'Flat 4B',
  city: 'Mumbai',
  state: 'Maharashtra',
  postal_code: '400020',
  country: 'India',
  is_default: false,
};

/** Undelivered orders count against a shopper's limit of unpaid units, so all are delivered between two rounds. */
export const DELIVER = `update orders set fulfilment = 'delivered'
  where payment_method = 'cod' and status in ('pending', 'confirmed', 'processing', 'shipped')
    and user_id in (select id from auth.users)`;

export type Driver = {
  /**
   * Clears what the last round left, calls `onStart`, orders for that many seconds, then finishes what was begun.
   * Clearing costs PostgreSQL a twentieth of a round and no shop does it: measure from `onStart`.
   */
  orderFor(seconds: number, onStart?: () => void): Promise<Outcome & { cpuMs: number }>;
  close(): Promise<void>;
};

/** Starts the ordering process. `products` are what it buys, at their displayed prices. */
export async function startDriver(
  { port, owner }: BenchShop,
  accounts: Account[],
  products: { id: string; price: number }[],
): Promise<Driver> {
  const child = spawn(process.execPath, ['tools/bench/order-driver.ts'], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const answers = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const send = (line: string) => child.stdin.write(`${line}\n`);
  send(
    JSON.stringify({
      port,
      shoppers: SHOPPERS,
      tokens: accounts.map(({ token }) => token),
      ordersPerAccount: ORDERS_PER_ACCOUNT,
      products,
      address: ADDRESS,
    }),
  );
  return {
    async orderFor(seconds, onStart) {
      await owner.query('delete from addresses');
      await owner.query(DELIVER);
      onStart?.();
      const before = cpuOf(child.pid ?? 0);
      send(String(seconds));
      const answer = await answers.next();
      if (answer.done) throw new Error('The process that orders has ended');
      const outcome = Outcome.parse(JSON.parse(answer.value));
      return { ...outcome, cpuMs: cpuOf(child.pid ?? 0) - before };
    },
    close: () => closed(child),
  };
}

async function closed(child: ChildProcess): Promise<void> {
  child.stdin?.end();
  if (child.exitCode === null) await once(child, 'exit');
}
