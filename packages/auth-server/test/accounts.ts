import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { openPool } from '@aparajita/postgres/pool';
import { cloneDatabase, closeAfterFile, LONG_TIMEOUTS } from '@aparajita/postgres/testing';
import { AuthClient } from '@supabase/auth-js';
import { solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import { Hono } from 'hono';
import pg from 'pg';
import { vi } from 'vitest';
import { type Auth, type AuthDependencies, createAuth } from '#auth-server/create-auth.ts';
import type { AuthEmail } from '#auth-server/email/email.ts';
import { Challenge } from '#auth-server/proof-of-work.ts';
import type { HttpOptions } from '#auth-server/service.ts';
import type { AuthOptions } from '#auth-server/settings.ts';

export const ISSUER = 'http://localhost:3000/auth/v1';
export const SECRET = 'a secret of the test suite, long enough';
export const PASSWORD = 'steep the petals';

/** The settings every test needs; a cheap hash, because its real cost has tests of its own. */
export const SETTINGS = {
  issuer: ISSUER,
  secret: SECRET,
  serviceName: 'Aparajita',
  keyLabel: 'aparajita',
  hashMemoryKiB: 64,
};

/** Limits that no test reaches which is not about the number of emails. */
export const MANY_EMAILS = { mailBurst: { points: 1000, seconds: 60 } };

/** Uses the connection only: tests have no proxy. */
const REQUESTS: HttpOptions = {
  clientAddressOf(c) {
    const address: string | null = c.env?.incoming?.socket?.remoteAddress ?? null;
    const prefix = (groups: number) =>
      address?.includes(':') ? address.split(':').slice(0, groups).join(':') : null;
    return { address, network: prefix(4) ?? address ?? 'unknown', site: prefix(3) };
  },
};

/** An application's rule for passwords: at least eight characters, and not the commonest. */
const testPasswordProblem: AuthDependencies['passwordProblem'] = async (password) => {
  if (password.length < 8) return { message: 'Too short', reasons: ['length'] };
  const isCommon = /^password\d*$/i.test(password);
  return isCommon ? { message: 'Too common', reasons: ['pwned'] } : undefined;
};

export const silentLog = { debug() {}, warn() {}, error() {} };

/** A refusal of the protocol, for `toMatchObject`. */
export const refusal = (status: number, code: string) => ({ status, body: { code } });

/** The statuses of these responses, sorted. */
export const statusesOf = (answers: TestResponse[]) => answers.map(({ status }) => status).sort();

export const errorOf = ({ body }: TestResponse) => body?.code;

/** Does `work` so many times, one after the other. */
export async function repeat<T>(times: number, work: (n: number) => Promise<T>): Promise<T[]> {
  const results: T[] = [];
  for (let n = 0; n < times; n += 1) results.push(await work(n));
  return results;
}

export const atOnce = <T>(times: number, work: (n: number) => Promise<T>) =>
  Promise.all(Array.from({ length: times }, (_, n) => work(n)));

/** A response: `body` is the parsed JSON, or null when there is none. */
// biome-ignore lint/suspicious/noExplicitAny: tests read any kind of response
export type TestResponse = { status: number; headers: Headers; body: any };

export type TestAccounts = Awaited<ReturnType<typeof openTestAccounts>>;

type ProcessOptions = { sendsEmail?: boolean } & Partial<
  Pick<AuthDependencies, 'pool' | 'clock' | 'requests' | 'hashing'>
>;

/** Whoever sends a request: a session, or its access token. */
export type By = string | { access_token: string };

export const tokenOf = (by: By) => (typeof by === 'string' ? by : by.access_token);

/** What an access token says. */
export const payloadOf = (by: By) =>
  JSON.parse(Buffer.from(tokenOf(by).split('.')[1] ?? '', 'base64url').toString());

export type TestProcess = ReturnType<typeof createTestProcess>;

type RequestOptions = {
  body?: unknown;
  token?: string;
  from?: string;
  headers?: Record<string, string>;
};

export type Session = { access_token: string; refresh_token: string; user: { id: string } };

/** The accounts on a database of this test file; dropped after its last test. */
export async function openTestAccounts(settings: Partial<AuthOptions> = {}) {
  const db = await cloneDatabase();
  const pools: pg.Pool[] = [];
  const processes: Auth[] = [];
  const emails: AuthEmail[] = [];
  let ahead = 0;
  const now = () => Date.now() + ahead;
  const drain = () => Promise.all(processes.map((process) => process.drain()));

  closeAfterFile(async () => {
    await drain();
    await Promise.all(pools.map((pool) => pool.end()));
    await db.drop();
  });

  /** A pool on this database, or on one that cannot be reached; closed after the file. */
  function openTestPool(role = 'shop_auth', connection: pg.ClientConfig = db.connection): pg.Pool {
    const size = 10;
    const timeouts = LONG_TIMEOUTS;
    const pool = openPool({ connection, role, pooled: false, size, timeouts, log: silentLog });
    pools.push(pool);
    return pool;
  }

  /** Another process, on the same database unless it gets a pool, with its own settings and dependencies. */
  function openProcess(
    own: Partial<AuthOptions> = {},
    { sendsEmail = true, pool = openTestPool(), ...dependencies }: ProcessOptions = {},
  ): TestProcess {
    const auth: Auth = createAuth({
      pool,
      settings: { ...SETTINGS, ...settings, ...own },
      requests: REQUESTS,
      clock: now,
      log: silentLog,
      passwordProblem: testPasswordProblem,
      ...dependencies,
      ...(sendsEmail && {
        sendEmail: async ({ encrypted }) => void emails.push(auth.decryptEmail(encrypted)),
      }),
    });
    processes.push(auth);
    return createTestProcess(auth);
  }

  const first = openProcess();

  /** The emails to this address, the newest last, once all background work is done. */
  async function emailsTo(email: string): Promise<AuthEmail[]> {
    await drain();
    return emails.filter(({ to }) => to === email);
  }

  /** The link in the newest email to this address. */
  async function linkTo(email: string): Promise<URL> {
    const newest = (await emailsTo(email)).at(-1);
    return new URL((newest && 'link' in newest && newest.link) || `no link for ${email}`);
  }

  const tokenIn = ({ searchParams }: URL) => searchParams.get('token_hash') ?? '';

  /** Opens an emailed link, as the page does to which it leads. */
  const open = (link: URL) => first.verify(link.searchParams.get('type') ?? '', tokenIn(link));

  async function rows<Row extends pg.QueryResultRow>(sql: string, values?: unknown[]) {
    return (await db.owner.query<Row>(sql, values)).rows;
  }

  /** Every statement the service sends while `work` runs and in the background after it, in order. */
  async function statementsOf(work: () => Promise<unknown>): Promise<string[]> {
    await drain();
    const sent = vi.spyOn(pg.Client.prototype, 'query');
    try {
      await work();
      await drain();
      return sent.mock.calls
        .flatMap(([statement]: readonly unknown[]) => textsOf(statement))
        .filter((text) => !/^set role|^select set_config/.test(text)); // what a new connection sends first
    } finally {
      sent.mockRestore();
    }
  }

  return {
    ...first,
    process: openProcess,
    pool: openTestPool,
    rows,
    now,
    /** Advances the service's clock; not the database's own. */
    advance({ seconds = 0, days = 0 }: { seconds?: number; days?: number }): void {
      ahead += (seconds + days * 86_400) * 1000;
    },
    /** A user who has signed up and in. */
    async newSession() {
      const { id, email } = await first.newUser();
      return { id, email, session: await first.signIn(email) };
    },
    emailsTo,
    kindsTo: async (email: string) => (await emailsTo(email)).map(({ kind }) => kind),
    linkTo,
    /** The token of the link in the newest email to this address. */
    tokenTo: async (email: string) => tokenIn(await linkTo(email)),
    /** The code in the newest email to this address. */
    async codeTo(email: string): Promise<string> {
      const newest = (await emailsTo(email)).at(-1);
      return newest?.kind === 'reauthentication' ? newest.code : `no code for ${email}`;
    },
    open,
    /** Requests a link that resets the password, and opens it. */
    async openResetLink(email: string): Promise<Session> {
      await first.post('/recover', { email });
      return expectOk(open(await linkTo(email)));
    },
    /** Whether the application's database lets this session in. */
    async enters(by: By): Promise<boolean> {
      const { sessionId, userId, refreshCounter } = await first.auth.authenticate(
        `Bearer ${tokenOf(by)}`,
      );
      return rows('select auth.enter($1, $2, $3)', [sessionId, userId, refreshCounter]).then(
        () => true,
        (error) => {
          if (error.code !== 'SH401') throw error;
          return false;
        },
      );
    },
    setBan: (id: string, until: string | null) =>
      rows('update auth.users set banned_until = $2 where id = $1', [id, until]),
    /** Runs `sql`, and commits it only when so many connections of `work` wait for it. */
    async whileLocked<T>(sql: string, work: () => Promise<T>, connections = 1) {
      const owner = await db.owner.connect();
      await owner.query('begin');
      await owner.query(sql);
      const working = work();
      let waiting = 0;
      while (waiting < connections) {
        const waits = await rows(
          `select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`,
        );
        waiting = waits.length;
        await sleep(5);
      }
      await owner.query('commit').finally(() => owner.release(true));
      return working;
    },
    statementsOf,
  };
}

function textsOf(statement: unknown): string[] {
  if (typeof statement === 'string') return [statement];
  const hasText = typeof statement === 'object' && statement !== null && 'text' in statement;
  return hasText ? [String(statement.text)] : [];
}

let addresses = 0;

/** An address no request has come from before. */
function newAddress(): string {
  addresses += 1;
  return `198.18.${addresses >> 8}.${addresses & 255}`;
}

function connection(remoteAddress: string) {
  return { incoming: { socket: { remoteAddress } } };
}

async function expectOk(answer: Promise<TestResponse>): Promise<TestResponse['body']> {
  const { status, body } = await answer;
  if (status !== 200) throw new Error(`answered ${status} ${JSON.stringify(body)}`);
  return body;
}

/** Clients of a service without a network. */
function createTestProcess(auth: Auth) {
  const app = new Hono().route('/auth/v1', auth.routes);

  /** Sends a request: path below /auth/v1, `body` as JSON, from this network address, else from a new one each time. */
  async function request(
    method: string,
    path: string,
    { body, token, from = newAddress(), headers }: RequestOptions = {},
  ): Promise<TestResponse> {
    const request = new Request(`${ISSUER}${path}`, {
      method,
      headers: {
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(token && { authorization: `Bearer ${token}` }),
        ...headers,
      },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    const answer = await app.fetch(request, connection(from));
    const { status, headers: received } = answer;
    const isJson = received.get('content-type')?.includes('json');
    return { status, headers: received, body: isJson ? await answer.json() : null };
  }

  const as = (by?: By) => (by === undefined ? {} : { token: tokenOf(by) });
  const get = (path: string, by?: By) => request('GET', path, as(by));
  const post = (path: string, body?: unknown, by?: By) =>
    request('POST', path, { body, ...as(by) });
  const tryPassword = (email: string, password = PASSWORD, from = newAddress()) =>
    request('POST', '/token?grant_type=password', { body: { email, password }, from });

  return {
    auth,
    request,
    get,
    post,
    /** Changes the user. */
    update: (by: By, body: unknown) => request('PUT', '/user', { body, ...as(by) }),
    remove: (path: string, by: By) => request('DELETE', path, as(by)),
    /** Reads the user. */
    read: (by: By) => get('/user', by),
    refresh: ({ refresh_token }: { refresh_token: unknown }) =>
      post('/token?grant_type=refresh_token', { refresh_token }),
    verify: (type: string, token_hash: string) => post('/verify', { type, token_hash }),
    tryPassword,
    /** Sends requests like one browser, which keeps its cookies. */
    browser(ownAddress?: string): typeof request {
      const cookies = new Map<string, string>();
      return async (method, path, { from = ownAddress, headers, ...options } = {}) => {
        const cookie = [...cookies.values()].join('; ');
        const answer = await request(method, path, {
          ...options,
          ...(from !== undefined && { from }),
          headers: { ...headers, ...(cookie && { cookie }) },
        });
        for (const set of answer.headers.getSetCookie()) {
          const [pair = ''] = set.split(';');
          const [name = ''] = pair.split('=');
          if (/; max-age=0\b/i.test(set)) cookies.delete(name);
          else cookies.set(name, pair);
        }
        return answer;
      };
    },
    /** The official client as in a browser tab, with its own storage or a shared one. */
    client: (storage = new Map<string, string>()) =>
      new AuthClient({
        url: ISSUER,
        storageKey: 'shop-auth',
        storage: {
          getItem: (key) => storage.get(key) ?? null,
          setItem: (key, value) => void storage.set(key, value),
          removeItem: (key) => void storage.delete(key),
        },
        autoRefreshToken: false,
        experimental: { recoveryCodes: true },
        persistSession: true,
        detectSessionInUrl: false,
        fetch: async (input, init) => app.request(String(input), init, connection(newAddress())),
      }),
    /** Signs a user up; `signIn` signs them in. */
    newUser: (
      email = `${randomUUID()}@example.com`,
      password = PASSWORD,
    ): Promise<{ id: string; email: string }> =>
      expectOk(post('/signup', { email, password, data: { full_name: 'Asha Rao' } })),
    signIn: (email: string, password?: string): Promise<Session> =>
      expectOk(tryPassword(email, password)),
  };
}

/** Solves the challenge of a response; returns the token to send with the next request. */
export async function solve(asked: unknown): Promise<string> {
  const challenge = Challenge.parse(asked);
  const solution = await solveChallenge({ challenge, deriveKey });
  if (!solution) throw new Error('The challenge could not be solved');
  return Buffer.from(JSON.stringify({ challenge, solution })).toString('base64');
}

/** Where the protocol expects a proof in a request. */
export const withProof = (body: object, captcha_token: string) => ({
  ...body,
  gotrue_meta_security: { captcha_token },
});
