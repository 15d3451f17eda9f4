import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import type { Account } from './accounts.ts';
import { Outcome } from './order-driver.ts';
import { cpuOf } from './processes.ts';
import type { BenchShop } from './shop.ts';

/** So many shoppers at once, each with accounts of their own. */
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

/** What is on its way counts against what a shopper may order unpaid: between two rounds everything arrives. */
export const DELIVER = `update orders set status = 'delivered' where payment_method = 'cod' and status <> 'delivered'`;

export type Driver = {
  /** Orders for so many seconds, then finishes what is begun. */
  orderFor(seconds: number): Promise<Outcome & { cpuMs: number }>;
  close(): Promise<void>;
};

/** Starts the process that orders. `products` are what it buys, at the prices it is shown. */
export async function startDriver(
  { port, owner }: BenchShop,
  accounts: Account[],
  products: { id: string; price: number }[],
): Promise<Driver> {
  const child = spawn(process.execPath, ['tools/bench/order-driver.ts'], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const answers = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const say = (line: string) => child.stdin.write(`${line}\n`);
  say(
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
    async orderFor(seconds) {
      await owner.query('delete from addresses');
      await owner.query(DELIVER);
      const before = cpuOf(child.pid ?? 0);
      say(String(seconds));
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
