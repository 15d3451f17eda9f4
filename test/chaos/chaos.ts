import { setTimeout as sleep } from 'node:timers/promises';
import {
  type Faults,
  NO_FAULTS,
  openSandbox,
  type RequestFault,
  sandboxSettings,
} from '@aparajita/razorpay/sandbox';
import pg from 'pg';
import { openBoss } from '#server/jobs/boss.ts';
import { TIMING, type Timing } from '#server/payments/context.ts';
import { attemptPayment, CODE, PLENTY, SCARCE } from './attempt.ts';
import { type ChaosContext, newCustomer, type Random, seeded } from './customer.ts';
import { type Ledger, readLedger } from './ledger.ts';
import { startProcesses } from './processes.ts';
import type { ShopProcessOptions } from './shop-process.ts';

type ChaosOptions = {
  connection: ShopProcessOptions['connection'];
  seed: number;
  /** The number of payments to begin; attempts refused before that do not count. */
  attempts: number;
  customers: number;
  processes: number;
  /** The interval between kills. */
  killEveryMs: number;
  /** Called once, in the middle: stops the database and restarts it. */
  restartDatabase?: () => Promise<void>;
};

type ChaosResult = Ledger & { counts: Map<string, number>; kills: number; seconds: number };

/** Scales the hold of half an hour to seconds, so that late events occur late. */
const FAST: Timing = { ...TIMING, hold: 15, checks: [2, 6, 15, 25, 40], retry: 0.2 };

/** Customers pay while processes, gateway and database fail; then everything recovers, and the ledger is checked. */
export async function runChaos(options: ChaosOptions): Promise<ChaosResult> {
  const { connection, seed, attempts } = options;
  const began = Date.now();
  const random = seeded(seed);
  const owner = new pg.Pool({ ...connection, max: 4 });
  owner.on('error', () => {});
  owner.on('connect', (client) => client.on('error', () => {}));
  const stock = new Map([
    [SCARCE, Math.ceil(attempts / 2)],
    [PLENTY, 1_000_000],
  ]);
  for (const [id, pieces] of stock) {
    await owner.query('update products set stock = $2 where id = $1', [id, pieces]);
  }
  await owner.query(
    `insert into coupons (code, kind, value, max_uses) values ($1, 'amount', $2, $3)`,
    [CODE.code, CODE.rupees * 100, Math.ceil(attempts / 10)],
  );
  const before = await owner.query<{ id: string; stock: number }>('select id, stock from products');

  const gateway = sandboxSettings(`chaos ${seed}`);
  const [webhookSecret = ''] = gateway.webhookSecrets;
  const sandbox = await openSandbox({
    owner: connection,
    key: gateway.key,
    webhookSecret,
    everyMs: 50,
    backoffMs: 100,
  });
  const processes = await startProcesses(options.processes, {
    connection,
    gateway,
    sandboxUrl: sandbox.url,
    timing: FAST,
  });
  const queue = await openPaymentQueue(owner);
  const counts = new Map<string, number>();
  const context: ChaosContext = {
    processes,
    sandbox,
    seen: [],
    acknowledged: [],
    broken: [],
    count: (what) => void counts.set(what, (counts.get(what) ?? 0) + 1),
  };
  const aiming = setInterval(() => {
    const url = processes.url(random.below);
    if (url) sandbox.sendTo(`${url}/api/webhooks/razorpay`);
  }, 100);

  const people = await Promise.all(
    Array.from({ length: options.customers }, () => newCustomer(context, random.fork())),
  );
  sandbox.setFaults(trouble(random.fork(), context.count));
  const killing = setInterval(
    () => processes.killOne(random.below(options.processes)),
    options.killEveryMs,
  );
  let left = attempts;
  let restarted: Promise<void> | undefined;
  await Promise.all(
    people.map(async (customer) => {
      while (left > 0) {
        left -= 1;
        if (left < attempts / 2) restarted ??= options.restartDatabase?.() ?? Promise.resolve();
        if (!(await attemptPayment(context, customer))) left += 1;
      }
    }),
  );
  await restarted;
  clearInterval(killing);
  sandbox.setFaults(NO_FAULTS);
  await untilQuiet(owner, queue);
  const ledger = await readLedger(
    owner,
    new Map(before.rows.map(({ id, stock: pieces }) => [id, pieces])),
    context.acknowledged,
  );
  for (const fault of context.broken) ledger.differences.push([fault, 1]);
  clearInterval(aiming);
  await queue.stop();
  await processes.stop();
  await sandbox.close();
  await owner.end();
  const seconds = Math.round((Date.now() - began) / 1000);
  return { ...ledger, counts, kills: processes.kills(), seconds };
}

const REQUEST_FAULTS: readonly RequestFault[] = [
  'server_error',
  'too_many',
  'reset_before',
  'reset_after',
  'hang',
];

/** A fifth of the shop's calls fail, and three webhooks in ten are lost; others come twice, late, or out of order. */
function trouble(random: Random, count: (what: string) => void): Faults {
  return {
    request() {
      if (!random.percent(20)) return null;
      const fault = random.percent(6) ? 'hang' : random.pick(REQUEST_FAULTS.slice(0, 4));
      count(`gateway: ${fault}`);
      return fault;
    },
    deliveries() {
      if (random.percent(30)) {
        count('webhook lost');
        return [];
      }
      if (random.percent(20)) return [random.below(100), random.below(2_000)];
      return [random.percent(30) ? random.below(3_000) : random.below(50)];
    },
  };
}

const QUIET_WITHIN_MS = 180_000;
const POLL_MS = 200;

/** Waits until no work is left: all schedules have ended, all refunds are made. Then triggers a last reconciliation. */
async function untilQuiet(owner: pg.Pool, queue: PaymentQueue): Promise<void> {
  const until = Date.now() + QUIET_WITHIN_MS;
  let reconciled = false;
  for (; Date.now() < until; await sleep(POLL_MS)) {
    const { rows } = await owner.query<{ left: number }>(`
      select (
        (select count(*) from payment_intents where state = 'open' or holds_stock)
        + (select count(*) from jobs.job where state in ('created', 'retry', 'active')
            and name in ('payment-event', 'payment-check', 'payment-refund'))
        + (select count(*) from sandbox_gateway.deliveries where next_at is not null)
        + (select count(*) from sandbox_gateway.payments where authorize_at is not null)
      )::int as left`);
    if (rows[0]?.left !== 0) continue;
    if (reconciled) return; // the count above includes what the reconciliation found
    await queue.reconcile();
    reconciled = true;
  }
}

type PaymentQueue = {
  /** Queues a reconciliation, and waits until it is done. */
  reconcile(): Promise<void>;
  stop(): Promise<void>;
};

const RECONCILE_MS = 5_000;
const RETRY_MS = 500;

/** Runs the queue's clock faster, as chaos runs the other clocks: reconciles every 5 s and retries at once. */
async function openPaymentQueue(owner: pg.Pool): Promise<PaymentQueue> {
  const boss = await openBoss(owner);
  const send = () => boss.send('payment-reconcile', {});
  const reconciling = setInterval(() => send().catch(() => {}), RECONCILE_MS);
  const retrying = setInterval(() => retryNow(owner).catch(() => {}), RETRY_MS);
  return {
    async reconcile() {
      const sent = await send();
      const isDone = `select from jobs.job where id = $1 and state = 'completed'`;
      while ((await owner.query(isDone, [sent])).rowCount === 0) await sleep(200);
    },
    async stop() {
      clearInterval(reconciling);
      clearInterval(retrying);
      await boss.stop({ graceful: false });
    },
  };
}

async function retryNow(owner: pg.Pool): Promise<void> {
  await owner.query(`
    update jobs.job set start_after = now() where id in (
      select id from jobs.job where name like 'payment-%' and state = 'retry' and start_after > now()
      for update skip locked
    )`);
}
