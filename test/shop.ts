import { randomUUID } from 'node:crypto';
import { openPool } from '@aparajita/postgres/pool';
import { cloneDatabase, closeAfterFile, type TestDatabase } from '@aparajita/postgres/testing';
import type { Timeouts } from '@aparajita/postgres/timeouts';
import type { Hono } from 'hono';
import type { ShopDetails } from '#contract/shop-details.ts';
import type { NewsletterOffer } from '#domain/coupon.ts';
import type { CheckoutTerms } from '#domain/decide-checkout.ts';
import { shopAuth } from '#server/accounts/shop-auth.ts';
import { invitationTokens } from '#server/admin/staff/invitation.ts';
import { createApp } from '#server/app.ts';
import { createCatalogue } from '#server/catalogue/catalogue.ts';
import { createDatabase, type Database } from '#server/database/database.ts';
import { createStaffDatabase, STAFF_CONNECTIONS } from '#server/database/staff-database.ts';
import type { DeliverEmail } from '#server/email/email.ts';
import { storeEmails } from '#server/email/stored-emails.ts';
import { openGuests } from '#server/guests.ts';
import { jobHandlers } from '#server/job-handlers.ts';
import { openJobs } from '#server/jobs/jobs.ts';
import type { JobName } from '#server/jobs/queues.ts';
import { createLog, type Log } from '#server/log.ts';
import { answerTokens, timelineTokens } from '#server/orders/order-tokens.ts';
import { limitGatewayRequests } from '#server/payments/context.ts';
import { openPayments, type Payments, type PaymentsOptions } from '#server/payments/payments.ts';
import { WEBHOOK_CONNECTIONS } from '#server/payments/reconcile/webhook.ts';
import { createReadProfile } from '#server/profile/routes.ts';
import type { Shopper } from '#server/shopper.ts';

export type TestShop = {
  app: Hono;
  db: TestDatabase;
  database: Database;
  /** With the role shop_worker. */
  workerDatabase: Database;
  /** Signs a new shopper up and in through the API. */
  newShopper(): Promise<TestShopper>;
  /** Moves the shop's clock ahead by so many milliseconds. */
  setClockAhead(ms: number): void;
  payments: Payments;
  /** Runs queued jobs from now on; `payments`: also those that ask the gateway, as they do unless it is false. */
  startJobs(which?: { payments: boolean }): Promise<void>;
  /** Has the workers look soon for jobs that a test made due; they look every two seconds themselves. */
  wake(name: JobName): void;
};

export type TestShopper = {
  shopper: Shopper;
  password: string;
  token: string;
  /** Sends a request as this shopper. `body` is sent as JSON. */
  request(
    method: string,
    path: string,
    body?: unknown,
    headers?: Record<string, string>,
  ): Promise<Answer>;
};

/** A parsed response: `body` is the parsed JSON, or null when there is none. */
// biome-ignore lint/suspicious/noExplicitAny: tests read any field of the response
export type Answer = { status: number; headers: Headers; body: any };

/** The payment gateway; without one the shop accepts only cash. */
type TestGateway = Pick<PaymentsOptions, 'gateway' | 'sandbox' | 'timing' | 'gatewayTimeoutMs'>;

export type TestShopOptions = {
  gateway?: (db: TestDatabase) => Promise<TestGateway>;
  /** Multiplies the rate limits for guests; the default is so high that tests hardly reach them. */
  limitsFactor?: number;
  /** How email is sent; stored for /dev/mailbox by default. */
  deliverEmail?: DeliverEmail;
  log?: Log;
  /** What the shop asks of an order; nothing by default. */
  terms?: CheckoutTerms;
  /** The code that subscribing to the newsletter brings; none by default. */
  offer?: () => NewsletterOffer | null;
  /** Where replies go when an email names no address. */
  replyTo?: () => string | undefined;
  /** None by default. */
  gatewayLimit?: boolean;
  /** Whether staff need a second factor; they do by default. */
  staffFactor?: boolean;
  /** Of all connections; those for requests by default. */
  timeouts?: Timeouts;
};

export const SECRET = 'a secret of the test suite, long enough';
const SHOP_DETAILS: ShopDetails = {
  legal_name: null,
  address: null,
  emails: ['shop@example.com'],
  phone: null,
  fssai: null,
  grievance_officer: null,
};
const PUBLIC_URL = 'http://localhost:3000';

/** The whole shop on its own database; closed and dropped after the file's last test. */
export async function openTestShop({
  gateway,
  limitsFactor = 1000,
  deliverEmail,
  log = createLog('silent'),
  terms = {},
  offer = () => null,
  replyTo,
  gatewayLimit = false,
  staffFactor = true,
  timeouts,
}: TestShopOptions = {}): Promise<TestShop> {
  const db = await cloneDatabase();
  let ahead = 0;
  const clock = () => Date.now() + ahead;
  const common = {
    connection: db.connection,
    pooled: false,
    size: 10,
    log,
    ...(timeouts && { timeouts }),
  };
  const pool = openPool({ ...common, role: 'shop_app' });
  const authPool = openPool({ ...common, role: 'shop_auth' });
  const eventPool = openPool({ ...common, role: 'shop_app', size: WEBHOOK_CONNECTIONS });
  const database = createDatabase({ pool, enter: 'session', prepare: true });
  const workerPool = openPool({ ...common, role: 'shop_worker' });
  const workerDatabase = createDatabase({ pool: workerPool, enter: 'system', prepare: true });
  const staffPool = openPool({ ...common, role: 'shop_staff', size: STAFF_CONNECTIONS });
  const staffDatabase = createStaffDatabase({ pool: staffPool, requireFactor: staffFactor });
  const timelines = timelineTokens(SECRET, clock);
  const invitationToken = invitationTokens(SECRET);
  const systemDatabase = createDatabase({ pool, enter: 'system', prepare: true });
  const jobs = await openJobs(pool, log);
  const auth = shopAuth({
    pool: authPool,
    // packages/auth-server tests the strength of the hash; here a weak but real one is enough.
    settings: {
      issuer: `${PUBLIC_URL}/auth/v1`,
      secret: SECRET,
      hashMemoryKiB: 64,
      limitsFactor: 1000,
    },
    trustProxyHops: 0,
    clock,
    log,
    sendEmail: ({ id, userId, encrypted }, tx) =>
      jobs.send(tx, 'auth-mail', { id, user_id: userId, sealed: encrypted }),
    readProfile: createReadProfile(systemDatabase),
  });
  const payments = openPayments({
    database,
    systemDatabase,
    workerDatabase,
    events: createDatabase({ pool: eventPool, enter: 'system', prepare: true }),
    jobs,
    publicUrl: PUBLIC_URL,
    terms: () => terms,
    ...(gatewayLimit && { gatewayLimit: limitGatewayRequests(database) }),
    log,
    ...(gateway ? await gateway(db) : { gateway: null, sandbox: null }),
  });
  const app = createApp({
    guests: openGuests({
      database,
      systemDatabase,
      jobs,
      secret: SECRET,
      answerTokens: answerTokens(SECRET, clock),
      limitsFactor,
      trustProxyHops: 1,
      newsletterOffer: offer,
    }),
    database,
    auth,
    catalogue: createCatalogue(database),
    jobs,
    payments,
    timelineTokens: timelines,
    admin: {
      staffDatabase,
      invitationToken,
      defaultSettings: {
        shopDetails: SHOP_DETAILS,
        cashLimits: { maxTotal: terms.maxTotal ?? null, openOrders: terms.openOrders ?? null },
        unpaidLimit: null,
      },
    },
    log,
    terms: () => terms,
    newId: randomUUID,
    publicUrl: PUBLIC_URL,
    demo: true,
  });

  closeAfterFile(async () => {
    await auth.drain();
    await jobs.stop();
    const pools = [pool, authPool, eventPool, staffPool, workerPool];
    await Promise.all(pools.map((each) => each.end()));
    await db.drop();
  });

  async function newShopper(): Promise<TestShopper> {
    const email = `${randomUUID()}@example.com`;
    const password = `steep-${randomUUID()}`;
    const signedUp = await send(app, 'POST', '/auth/v1/signup', {
      email,
      password,
      data: { full_name: 'Asha Rao' },
    });
    if (signedUp.status !== 200) throw new Error(`sign-up answered ${signedUp.status}`);
    const session = await send(app, 'POST', '/auth/v1/token?grant_type=password', {
      email,
      password,
    });
    const token: string = session.body.access_token;
    return {
      token,
      password,
      shopper: await auth.authenticate(`Bearer ${token}`),
      request: (method, path, body, headers) =>
        send(app, method, path, body, { authorization: `Bearer ${token}`, ...headers }),
    };
  }

  return {
    app,
    db,
    database,
    workerDatabase,
    payments,
    newShopper,
    setClockAhead(ms) {
      ahead = ms;
    },
    wake: jobs.wake,
    startJobs(which = { payments: true }) {
      const handlers = jobHandlers({
        database: systemDatabase,
        workerDatabase,
        payments: payments.jobContext,
        jobs,
        auth,
        deliverEmail: deliverEmail ?? storeEmails(database),
        publicUrl: PUBLIC_URL,
        demo: false,
        shopEmail: 'shop@example.com',
        replyTo: replyTo ?? (() => undefined),
        secret: SECRET,
        newsletterOffer: offer,
      });
      if (which.payments) return jobs.work(handlers);
      const {
        'payment-event': _event,
        'payment-check': _check,
        'payment-refund': _refund,
        ...others
      } = handlers;
      return jobs.work(others);
    },
  };
}

/** A connection from this machine, as @hono/node-server passes it on. */
const FROM_HERE = {
  incoming: { httpVersion: '1.1', socket: { remoteAddress: '127.0.0.1' } },
};

/** Sends a request to the app as a browser would; a string body is sent unchanged. */
export async function send(
  app: Hono,
  method: string,
  path: string,
  body?: unknown,
  headers: Record<string, string> = {},
): Promise<Answer> {
  const request = new Request(PUBLIC_URL + path, {
    method,
    headers: {
      host: new URL(PUBLIC_URL).host,
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  // Demo routes answer only requests from this machine.
  const connection = path.startsWith('/dev/') ? FROM_HERE : undefined;
  const response = await app.request(request, undefined, connection);
  const text = await response.text();
  return {
    status: response.status,
    headers: response.headers,
    body: text === '' ? null : parseIfJson(text),
  };
}

function parseIfJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
