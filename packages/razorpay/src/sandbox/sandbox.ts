import { type ServerType, serve } from '@hono/node-server';
import pg from 'pg';
import { type GatewayKey, modeOf } from '#razorpay/keys.ts';
import { deliverDue } from './deliver.ts';
import { createDisputer, type Disputer } from './dispute.ts';
import { type Faults, NO_FAULTS } from './faults.ts';
import { createPayer, type Payer } from './payer.ts';
import { restRoutes } from './rest.ts';
import { setUpSandbox } from './schema.ts';

export type Sandbox = Payer &
  Disputer & {
    /** URL of its REST API, on this machine only. */
    url: string;
    /** Sends due events and authorizes due late payments; returns how many. */
    tick(): Promise<number>;
    setFaults(faults: Faults): void;
    /** Sets the shop's webhook URL. */
    sendTo(url: string): void;
    pool: pg.Pool;
    close(): Promise<void>;
  };

type SandboxOptions = {
  owner: pg.ClientConfig;
  key: GatewayKey;
  webhookSecret: string;
  /** How often it calls `tick`; null: the caller does. */
  everyMs: number | null;
  backoffMs?: number;
};

/**
 * A payment gateway that moves no money: Razorpay's REST API, its webhooks and (in browser-routes.ts) its checkout.js.
 * The shop's own code, the real SDK and real signatures run against it unchanged.
 */
export async function openSandbox(options: SandboxOptions): Promise<Sandbox> {
  const { owner, key, webhookSecret, everyMs, backoffMs = 1_000 } = options;
  if (modeOf(key.id) !== 'sandbox') throw new Error('The sandbox takes sandbox keys only');
  await setUpSandbox(owner);
  const pool = new pg.Pool({ ...owner, max: 4 });
  // The pool replaces a lost connection; its queries fail and are retried.
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
  let faults = NO_FAULTS;
  const current = () => faults;
  const payer = createPayer(pool, key, current);
  const { server, port } = await listen(restRoutes(pool, key, current).fetch);
  let target: string | null = null;

  async function tick(): Promise<number> {
    const late = await payer.authorizeLate();
    if (!target) return late;
    return late + (await deliverDue(pool, { url: target, secret: webhookSecret, backoffMs }));
  }
  const ticking = everyMs === null ? undefined : runEvery(tick, everyMs);

  return {
    ...payer,
    ...createDisputer(pool, current),
    url: `http://127.0.0.1:${port}`,
    pool,
    tick,
    setFaults(next) {
      faults = next;
    },
    sendTo(url) {
      target = url;
    },
    async close() {
      await ticking?.stop();
      if ('closeAllConnections' in server) server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await pool.end();
    },
  };
}

type Fetch = ReturnType<typeof restRoutes>['fetch'];

function listen(fetch: Fetch): Promise<{ server: ServerType; port: number }> {
  return new Promise((resolve, reject) => {
    const server = serve({ fetch, port: 0, hostname: '127.0.0.1' }, ({ port }) =>
      resolve({ server, port }),
    );
    server.once('error', reject);
  });
}

function runEvery(tick: () => Promise<number>, everyMs: number) {
  let stopped = false;
  let running: Promise<unknown> = Promise.resolve();
  let timer = setTimeout(run, everyMs);
  function run(): void {
    running = tick()
      .catch(() => {}) // the database is down: due items stay due
      .then(() => {
        if (!stopped) timer = setTimeout(run, everyMs);
      });
  }
  return {
    async stop() {
      stopped = true;
      clearTimeout(timer);
      await running;
    },
  };
}
