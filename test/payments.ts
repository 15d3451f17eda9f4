import { randomUUID } from 'node:crypto';
import { closeAfterFile } from '@aparajita/postgres/testing';
import {
  type Attempt,
  NO_FAULTS,
  openSandbox,
  type Paid,
  type RequestFault,
  type Sandbox,
  sandboxSettings,
} from '@aparajita/razorpay/sandbox';
import { serve } from '@hono/node-server';
import { openBoss } from '#server/jobs/boss.ts';
import type { JobData } from '#server/jobs/queues.ts';
import { TIMING, type Timing } from '#server/payments/context.ts';
import { paymentJobs } from '#server/payments/payments.ts';
import { toCheckout } from './checkout.ts';
import {
  type Answer,
  openTestShop,
  type TestShop,
  type TestShopOptions,
  type TestShopper,
} from './shop.ts';

const QUEUES = ['payment-event', 'payment-check', 'payment-refund'] as const;
type Queue = (typeof QUEUES)[number];

/** Its payment jobs run when a test says so, one after the other; `startJobs` starts the workers of all others. */
export type PayingShop = TestShop & {
  sandbox: Sandbox;
  settings: ReturnType<typeof sandboxSettings>;
  /** Retries what failed before, then delivers webhooks and runs due jobs until nothing is left. */
  settle(queues?: readonly Queue[]): Promise<void>;
  /** Like `settle`, but without webhooks: the shop learns only what it asks the gateway. */
  round(): Promise<void>;
  /** Runs the payment jobs that are due, once, and retries none; returns how many. */
  runJobs(queues?: readonly Queue[]): Promise<number>;
  /** Moves an intent's times `minutes` into the past: its creation, the end of its hold and its next check. */
  age(paymentId: string, minutes: number): Promise<void>;
  /** Makes the next check of an intent, or the next attempt of a refund, due now. */
  makeDue(rowId: string): Promise<void>;
  /** Minutes until the next check of an intent, or the next attempt of a refund; null when none is planned. */
  minutesUntilJob(rowId: string): Promise<number | null>;
  /** Fails the next requests to the gateway that match. */
  failNext(fault: RequestFault, method: string, path: RegExp, times?: number): void;
  /** Answers every request to the gateway from now on. */
  answerAll(): void;
  /** Drops every webhook from now on, or none. */
  loseWebhooks(lost: boolean): void;
  rows<T = Record<string, unknown>>(sql: string, values?: unknown[]): Promise<T[]>;
};

/** How long the shop waits for one answer of the gateway: enough for a busy machine. */
const GATEWAY_TIMEOUT_MS = 4000;

const FAST: Timing = { ...TIMING, retry: 0.01 };

/** The shop with the sandbox gateway, the real SDK between them, and webhooks over real HTTP. */
export async function openPayingShop(
  timing: Partial<Timing> = {},
  options: Pick<TestShopOptions, 'terms' | 'gatewayLimit' | 'deliverEmail' | 'timeouts'> = {},
): Promise<PayingShop> {
  const settings = sandboxSettings(`a demo's secret ${randomUUID()}`);
  const [webhookSecret = ''] = settings.webhookSecrets;
  let sandbox: Sandbox | undefined;
  const shop = await openTestShop({
    ...options,
    gateway: async (db) => {
      sandbox = await openSandbox({
        owner: db.connection,
        key: settings.key,
        webhookSecret,
        everyMs: null,
        backoffMs: 1,
      });
      return {
        gateway: settings,
        sandbox: { url: sandbox.url, script: 'http://localhost:3000/sandbox/checkout.js' },
        timing: { ...FAST, ...timing },
        gatewayTimeoutMs: GATEWAY_TIMEOUT_MS,
      };
    },
  });
  const opened = sandbox;
  if (!opened) throw new Error('The sandbox was not opened');
  const server = serve({ fetch: shop.app.fetch, port: 0, hostname: '127.0.0.1' });
  await new Promise((resolve) => server.once('listening', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('Not listening');
  opened.sendTo(`http://127.0.0.1:${address.port}/api/webhooks/razorpay`);
  let lost = false;
  const deliveries = () => (lost ? [] : [0]);
  opened.setFaults({ ...NO_FAULTS, deliveries });

  closeAfterFile(async () => {
    await new Promise((resolve) => server.close(resolve));
    await opened.close();
  });

  const boss = await openBoss(shop.db.owner);
  closeAfterFile(() => boss.stop({ graceful: false }));
  const handlers = paymentJobs(shop.payments.jobContext);

  async function runQueue<N extends Queue>(name: N): Promise<number> {
    const jobs = await boss.fetch<JobData[N]>(name, { batchSize: 100, includeMetadata: true });
    for (const { id, data, retryCount, retryLimit } of jobs) {
      await handlers[name](data, retryCount >= retryLimit).then(
        () => boss.complete(name, id),
        () => boss.fail(name, id),
      );
    }
    return jobs.length;
  }

  async function runJobs(queues: readonly Queue[] = QUEUES): Promise<number> {
    let count = 0;
    for (const name of queues) count += await runQueue(name);
    return count;
  }

  const retryNow = () =>
    rows(`update jobs.job set start_after = now() where state = 'retry' and name = any($1)`, [
      QUEUES,
    ]);

  async function rows<T>(sql: string, values?: unknown[]): Promise<T[]> {
    return (await shop.db.owner.query(sql, values)).rows;
  }

  return {
    ...shop,
    sandbox: opened,
    settings,
    startJobs: () => shop.startJobs({ payments: false }),
    runJobs,
    async round() {
      await retryNow();
      while ((await runJobs()) > 0);
    },
    async settle(queues) {
      await retryNow();
      while ((await opened.tick()) + (await runJobs(queues)) > 0);
    },
    async age(id, minutes) {
      await shop.db.owner.query(
        `update payment_intents set created_at = created_at - make_interval(mins => $2),
           expires_at = expires_at - make_interval(mins => $2) where id = $1`,
        [id, minutes],
      );
      await rows(
        `update jobs.job set start_after = start_after - make_interval(mins => $2)
         where singleton_key = $1 and state in ('created', 'retry')`,
        [id, minutes],
      );
    },
    async makeDue(id) {
      await rows(
        `update jobs.job set start_after = now()
         where singleton_key = $1 and state in ('created', 'retry')`,
        [id],
      );
    },
    async minutesUntilJob(id) {
      const [job] = await rows<{ minutes: number }>(
        `select round(extract(epoch from start_after - now()) / 60)::int as minutes from jobs.job
         where singleton_key = $1 and state in ('created', 'retry')`,
        [id],
      );
      return job?.minutes ?? null;
    },
    failNext(fault, method, path, times = 1) {
      let remaining = times;
      opened.setFaults({
        deliveries,
        request: (asked, at) => {
          if (remaining === 0 || asked !== method || !path.test(at)) return null;
          remaining -= 1;
          return fault;
        },
      });
    },
    answerAll: () => opened.setFaults({ ...NO_FAULTS, deliveries }),
    loseWebhooks(lose) {
      lost = lose;
    },
    rows,
  };
}

/** A shopper with an open payment window. */
export type Paying = {
  shopper: TestShopper;
  /** Our own id of the payment. */
  id: string;
  amount: number;
  gatewayOrder: string;
  begun: Answer;
  order: { shipping_address_id: string; total_amount: number };
};

export async function beginPaying(
  shop: PayingShop,
  lines: [string, number][] = [['1', 1]],
  shopper?: TestShopper,
): Promise<Paying> {
  const who = shopper ?? (await shop.newShopper());
  const { payment_method: _, ...order } = await toCheckout(who, lines);
  return asPaying(who, order, await begin(who, order));
}

export function asPaying(shopper: TestShopper, order: Paying['order'], begun: Answer): Paying {
  if (begun.status !== 201) throw new Error(`begin: ${begun.status} ${JSON.stringify(begun.body)}`);
  const { payment, options } = begun.body;
  return {
    shopper,
    order,
    begun,
    id: payment.id,
    amount: options.amount,
    gatewayOrder: options.order_id,
  };
}

export function begin(shopper: TestShopper, order: object, key: string = randomUUID()) {
  return shopper.request('POST', '/api/payments/razorpay', order, { 'idempotency-key': key });
}

/** An order that was paid online and is known to the shop; `payment` is the gateway's id. */
export async function paidOrder(shop: PayingShop, lines?: [string, number][]) {
  const paying = await beginPaying(shop, lines);
  const paid = await pay(shop, paying);
  const { body } = await verify(paying.shopper, paid);
  await shop.settle();
  const { order_id, order_number } = body;
  return {
    ...{ paying, paid, payment: paid.razorpay_payment_id, shopper: paying.shopper },
    ...{ order: String(order_id), number: String(order_number) },
  };
}

/** Pays an order again, of which the shop does not know yet. */
export async function payAgain(shop: PayingShop, paying: Paying): Promise<Paid> {
  shop.loseWebhooks(true);
  return pay(shop, paying, { again: true });
}

/** Pays; returns what checkout.js would pass to the page. */
export async function pay(
  shop: PayingShop,
  { gatewayOrder }: Paying,
  attempt: Partial<Attempt> = {},
): Promise<Paid> {
  const paid = await shop.sandbox.pay(gatewayOrder, {
    outcome: 'success',
    method: 'card',
    ...attempt,
  });
  if (!paid) throw new Error('The payment did not succeed');
  return paid;
}

export function verify(shopper: TestShopper, paid: Paid, orderData?: object): Promise<Answer> {
  const body = { ...paid, ...(orderData && { order_data: orderData }) };
  return shopper.request('POST', '/api/verify-razorpay-payment', body);
}

/** Refunds from the gateway's dashboard, without an idempotency key of ours; `amount` in paise. */
export async function refundInDashboard(
  shop: PayingShop,
  paid: Paid,
  amount: number,
): Promise<void> {
  const { id, secret } = shop.settings.key;
  const path = `/v1/payments/${paid.razorpay_payment_id}/refund`;
  const response = await fetch(shop.sandbox.url + path, {
    method: 'POST',
    headers: { authorization: `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}` },
    body: JSON.stringify({ amount }),
  });
  if (!response.ok) throw new Error(`The dashboard refund answered ${response.status}`);
}

/** Sums for an audit: captured payments equal orders, every other capture is refunded once, and no stock stays held. */
export async function ledger(shop: PayingShop) {
  const [row] = await shop.rows<Record<string, number>>(`
    select
      (select count(*) from orders where payment_method = 'razorpay')::int as orders,
      (select count(*) from sandbox_gateway.payments where status = 'captured')::int as held,
      (select count(*) from sandbox_gateway.payments where status = 'refunded')::int as refunded,
      (select count(*) from sandbox_gateway.refunds)::int as refunds,
      (select count(*) from orders o left join sandbox_gateway.payments p on p.id = o.payment_id
        where o.payment_method = 'razorpay'
          and (p.amount is distinct from o.paid_paise or p.amount - p.fee + p.discount <> o.total_paise
            or p.status = 'authorized'))::int as wrong,
      (select count(*) from payment_intents where holds_stock)::int as holding`);
  return row;
}
