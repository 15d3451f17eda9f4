import { prepare } from './order-flow.ts';
import { SHOPPERS, startDriver } from './order-process.ts';
import { atMost, fixed, median, type Part, spread } from './report.ts';
import { type Cpu, withBenchShop } from './shop.ts';
import { verifyCosts } from './verify.ts';
import { latencyLine, openWebhooks } from './webhooks.ts';

const SECONDS = 10;
/** The accounts that pay online; the others order with cash meanwhile. */
const PAYERS = 8;

/** How soon the shop acknowledges an event while others shop, and the cost of verifying a payment. */
export async function payments(): Promise<Part> {
  const { alone, shopping, orders } = await acknowledgements();
  const costs = await verifyCosts();
  const all = costs.map(({ app, postgres }) => app + postgres);
  const part = (pick: (cost: Cpu) => number) => fixed(median(costs.map(pick)), 2);
  const busy = latencyLine(`an event acknowledged, ${SHOPPERS} shoppers checking out`, shopping);
  return {
    title: 'Online payments',
    lines: [
      { ...busy, target: atMost(busy.p95, 50, ' ms') },
      latencyLine('the same with nobody else in the shop', alone),
      {
        what: 'a payment verified, CPU without the gateway’s own',
        value: spread(all, 2, ' ms'),
        comparison: `application ${part((cost) => cost.app)} + PostgreSQL ${part((cost) => cost.postgres)}`,
        target: atMost(median(all), 10, ' ms'),
      },
    ],
    notes: [
      `Events: one every 50 ms for ${SECONDS} s, each about a payment that is open, so that the shop goes and asks the gateway; ${orders} orders were placed meanwhile. Wall clock time: other work on the machine changes it.`,
      'Verified: signature, the request to the gateway, the order and its two emails queued; 80 payments, eight at a time, medians of 5 rounds from /proc.',
    ],
  };
}

async function acknowledgements() {
  return withBenchShop('payments', async (shop) => {
    const { accounts, products } = await prepare(shop);
    const webhooks = await openWebhooks(shop, accounts.slice(-PAYERS));
    const driver = await startDriver(shop, accounts.slice(0, -PAYERS), products);
    try {
      await driver.orderFor(3); // warms up
      const alone = await webhooks.sendFor(SECONDS);
      const [shopping, { orders }] = await Promise.all([
        webhooks.sendFor(SECONDS),
        driver.orderFor(SECONDS),
      ]);
      return { alone, shopping, orders };
    } finally {
      await driver.close();
    }
  });
}
