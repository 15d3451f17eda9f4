import { setTimeout as sleep } from 'node:timers/promises';
import type { Faults, RequestFault } from '@aparajita/razorpay/sandbox';
import { NO_FAULTS, openSandbox, sandboxSettings } from '@aparajita/razorpay/sandbox';
import pg from 'pg';
import { TIMING, type Timing } from '#server/payments/context.ts';
import { attemptPayment, PLENTY, SCARCE } from './attempt.ts';
import { newCustomer, type Street } from './customer.ts';
import { type Ledger, readLedger } from './ledger.ts';
import { startProcesses } from './processes.ts';
import { type Random, seeded } from './random.ts';
import type { Orders } from './shop-process.ts';

export type ChaosOptions = {
  connection: Orders['connection'];
  seed: number;
  /** How many payments are begun; those who are turned away before that do not count. */
  attempts: number;
  customers: number;
  processes: number;
  /** Every so many milliseconds a process is killed. */
  killEveryMs: number;
  /** Multiplies how long goods are held and payments looked after; 1 when left out. */
  pace?: number;
  /** Called once, in the middle: takes the database away and brings it back. */
  restartDatabase?: () => Promise<void>;
  report?: (line: string) => void;
};

export type ChaosResult = Ledger & { counts: Map<string, number>; kills: number; seconds: number };

const LEASE = 3;

/** Half an hour of holding becomes seconds, so that late things happen late. */
function timesOf(pace: number): Timing {
  return {
    ...TIMING,
    hold: 15 * pace,
    checks: [2, 6, 15, 25, 40].map((seconds) => seconds * pace),
    retry: 0.2,
    lease: LEASE,
    sweepEvery: 5,
  };
}

/** Customers pay while everything goes wrong that can; then everything may come right, and the books are read. */
export async function runChaos(options: ChaosOptions): Promise<ChaosResult> {
  const { connection, seed, attempts, report = () => {} } = options;
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
    timing: timesOf(options.pace ?? 1),
  });
  const counts = new Map<string, number>();
  const street: Street = {
    processes,
    sandbox,
    seen: [],
    told: [],
    broken: [],
    count: (what) => void counts.set(what, (counts.get(what) ?? 0) + 1),
  };
  const aiming = setInterval(() => {
    const url = processes.url(random.below);
    if (url) sandbox.sendTo(`${url}/api/webhooks/razorpay`);
  }, 100);

  const people = await Promise.all(
    Array.from({ length: options.customers }, () => newCustomer(street, random.fork())),
  );
  sandbox.setFaults(trouble(random.fork(), street.count));
  const killing = setInterval(
    () => processes.killOne(random.below(options.processes)),
    options.killEveryMs,
  );
  let left = attempts;
  let restarted: Promise<void> | undefined;
  const reporting = setInterval(() => report(`${attempts - left} of ${attempts} attempts`), 10_000);
  await Promise.all(
    people.map(async (customer) => {
      while (left > 0) {
        left -= 1;
        if (left < attempts / 2) restarted ??= options.restartDatabase?.() ?? Promise.resolve();
        if (!(await attemptPayment(street, customer))) left += 1;
      }
    }),
  );
  await restarted;
  clearInterval(killing);
  clearInterval(reporting);
  sandbox.setFaults(NO_FAULTS);
  report('quiet: everything that is due may come right now');
  await untilQuiet(owner);
  const ledger = await readLedger(
    owner,
    new Map(before.rows.map(({ id, stock: pieces }) => [id, pieces])),
    street.told,
  );
  for (const fault of street.broken) ledger.differences.push([fault, 1]);
  clearInterval(aiming);
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

/** A fifth of the shop's calls fail, and three webhooks in ten are lost; others come twice, late, or in disorder. */
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

const PATIENCE_MS = 180_000;
const LOOK_MS = 200;

/** Until nobody has anything left to do: all schedules run out, all refunds are made. A last sweep is asked for. */
async function untilQuiet(owner: pg.Pool): Promise<void> {
  const until = Date.now() + PATIENCE_MS;
  let swept = false;
  for (; Date.now() < until; await sleep(LOOK_MS)) {
    const { rows } = await owner.query<{ left: number }>(`
      select (
        (select count(*) from payment_intents where state = 'open' or holds_stock or next_check_at is not null)
        + (select count(*) from refunds where next_attempt_at is not null)
        + (select count(*) from payment_events where next_attempt_at is not null)
        + (select count(*) from sandbox_gateway.deliveries where next_at is not null)
        + (select count(*) from sandbox_gateway.payments where authorize_at is not null)
      )::int as left`);
    if (rows[0]?.left !== 0) continue;
    if (swept) return; // what the sweep has found would make the count above not nothing
    await untilSwept(owner, until);
    swept = true;
  }
}

/** Whoever sweeps puts the next one off by the lease, and once more when they have come to the end. */
async function untilSwept(owner: pg.Pool, until: number): Promise<void> {
  await owner.query('update payment_sweeps set next_at = now()');
  for (; Date.now() < until; await sleep(LOOK_MS)) {
    const { rowCount } = await owner.query(
      'select from payment_sweeps where next_at > now() + make_interval(secs => $1)',
      [LEASE + 0.5],
    );
    if (rowCount) return;
  }
}
