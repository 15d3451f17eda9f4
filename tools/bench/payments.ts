import { openSandbox, sandboxSettings } from '@aparajita/razorpay/sandbox';
import * as z from 'zod';
import { TIMING } from '#server/payments/context.ts';
import { ADDRESS } from '#test/address.ts';
import { startProcesses } from '#test/chaos/processes.ts';
import { cpuOf } from './processes.ts';
import { afterWarmUp, atMost, median, type Row, spread } from './report.ts';
import { openSessions, postAs } from './requests.ts';
import { type BenchShop, type Cpu, withBenchShop } from './shop.ts';
import { SHOPPERS } from './shoppers.ts';

const PAYMENTS = 80;
const ROUNDS = 5;

/**
 * The CPU time of verifying a payment: signature, the request to the gateway, the order and its two emails queued. The
 * shop is a process of its own, the gateway is in this one; PostgreSQL's part includes the gateway's one query.
 */
export async function payments(): Promise<Row[]> {
  const costs = await withBenchShop('payments', (shop) => shop.restart(() => verifyCosts(shop)));
  const all = costs.map(({ app, postgres }) => app + postgres);
  const part = (name: keyof Cpu) => median(costs.map((cost) => cost[name])).toFixed(2);
  return [
    {
      what: 'an online payment verified, CPU',
      measured: spread(all, 2, ' ms'),
      comparedWith: `application ${part('app')} + PostgreSQL ${part('postgres')}`,
      target: atMost(median(all), 10, ' ms'),
    },
  ];
}

/** CPU milliseconds per payment, by round. The shop itself is down, so that its database does only this. */
async function verifyCosts({ connection, cpuFor }: BenchShop): Promise<Cpu[]> {
  const gateway = sandboxSettings('a secret of the bench');
  const sandbox = await openSandbox({
    owner: connection,
    key: gateway.key,
    webhookSecret: gateway.webhookSecrets[0] ?? '',
    everyMs: null,
  });
  await sandbox.pool.query('update products set stock = 1000000');
  const options = { connection, gateway, sandboxUrl: sandbox.url, timing: TIMING };
  const processes = await startProcesses(1, options);
  const appCpu = () => cpuOf(processes.pid(0));
  try {
    const url = processes.url(() => 0) ?? '';
    const shoppers = (await openSessions(url, PAYMENTS)).map((session) => postAs(url, session));
    return await afterWarmUp(ROUNDS, async () => {
      const verifications: (() => Promise<unknown>)[] = [];
      for (const post of shoppers) {
        const orderId = await beginPayment(post);
        const paid = await sandbox.pay(orderId, { outcome: 'success', method: 'upi' });
        if (!paid) throw new Error('The gateway took no money');
        verifications.push(async () =>
          Verified.parse(await post('/verify-razorpay-payment', paid)),
        );
      }
      const before = appCpu();
      const { postgres } = await cpuFor(() => runConcurrently(verifications));
      return { app: (appCpu() - before) / PAYMENTS, postgres: postgres / PAYMENTS };
    });
  } finally {
    await processes.stop();
    await sandbox.close();
  }
}

const Saved = z.object({ id: z.string() });
const BegunPayment = z.object({ options: z.object({ order_id: z.string() }) });
const Verified = z.object({ status: z.literal('paid') });

/** Takes a shopper's cart to the payment window; returns the gateway's id of the order to pay. */
async function beginPayment(post: ReturnType<typeof postAs>): Promise<string> {
  await post('/cart/items', { product_id: '2', quantity: 1 });
  const { id } = Saved.parse(await post('/addresses', ADDRESS));
  const order = { shipping_address_id: id, total_amount: 799 };
  return BegunPayment.parse(await post('/payments/razorpay', order)).options.order_id;
}

/** As many at a time as there are shoppers. */
async function runConcurrently(left: (() => Promise<unknown>)[]): Promise<void> {
  await Promise.all(
    Array.from({ length: SHOPPERS }, async () => {
      for (let next = left.pop(); next; next = left.pop()) await next();
    }),
  );
}
