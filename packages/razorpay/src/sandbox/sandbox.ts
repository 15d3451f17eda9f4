import { createHmac } from 'node:crypto';
import { type ServerType, serve } from '@hono/node-server';
import pg from 'pg';
import { type GatewayKey, modeOf } from '#razorpay/keys.ts';
import { createDisputer } from './dispute.ts';
import { createPayer } from './payer.ts';
import { restRoutes } from './rest.ts';
import { setUpSandbox } from './schema.ts';
import { type Faults, NO_FAULTS } from './store.ts';

export type Sandbox = ReturnType<typeof createPayer> &
  ReturnType<typeof createDisputer> & {
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
 * A payment gateway that moves no money: Razorpay's REST API, its webhooks and (in browser-sandbox.ts) its checkout.js.
 * The shop's own code, the real client and real signatures run against it unchanged.
 */
export async function openSandbox(options: SandboxOptions): Promise<Sandbox> {
  const { owner, key, webhookSecret, everyMs, backoffMs = 1_000 } = options;
  if (modeOf(key.id) !== 'sandbox') throw new Error('The sandbox takes sandbox keys only');
  const pool = new pg.Pool({ ...owner, max: 4 });
  // The pool replaces a lost connection; its queries fail and are retried.
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
  await setUpSandbox(pool);
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

/** Razorpay waits five seconds for a webhook's response, and retries with growing delays for a day. */
const TIMEOUT_MS = 5_000;
const MAX_ATTEMPTS = 12;

type WebhookTarget = { url: string; secret: string; backoffMs: number };

/** Sends the events that are due, each signed over its raw body; returns how many. */
async function deliverDue(pool: pg.Pool, to: WebhookTarget): Promise<number> {
  const due = await pool.query<{ id: string; event_id: string; body: string; attempts: number }>(
    `update sandbox_gateway.deliveries d
     set attempts = attempts + 1, next_at = now() + interval '10 seconds'
     where id in (
       select id from sandbox_gateway.deliveries where next_at <= now() and attempts < $1
       order by next_at limit 20 for update skip locked
     )
     returning id, event_id, body, attempts`,
    [MAX_ATTEMPTS],
  );
  await Promise.all(
    due.rows.map(async ({ id, event_id, body, attempts }) => {
      const delivered = await send(to, event_id, body);
      const wait = delivered ? null : (to.backoffMs / 1000) * 2 ** attempts;
      await pool.query(
        'update sandbox_gateway.deliveries set next_at = now() + make_interval(secs => $2) where id = $1',
        [id, wait],
      );
    }),
  );
  return due.rows.length;
}

async function send(
  { url, secret }: WebhookTarget,
  eventId: string,
  body: string,
): Promise<boolean> {
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'x-razorpay-event-id': eventId,
        'x-razorpay-signature': createHmac('sha256', secret).update(body).digest('hex'),
      },
      body,
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    await response.arrayBuffer();
    return response.ok;
  } catch {
    return false;
  }
}
