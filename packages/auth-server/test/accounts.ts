import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { Batch } from '@aparajita/postgres/batch';
import { openPool } from '@aparajita/postgres/pool';
import {
  cloneDatabase,
  closeAfterFile,
  LONG_TIMEOUTS,
  type TestDatabase,
} from '@aparajita/postgres/testing';
import { AuthClient } from '@supabase/auth-js';
import { Hono } from 'hono';
import pg from 'pg';
import { vi } from 'vitest';
import { type Auth, type AuthDependencies, createAuth } from '#auth-server/create-auth.ts';
import type { AuthEmail } from '#auth-server/email/email.ts';
import type { HttpOptions } from '#auth-server/http-options.ts';
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
export const refusal = (status: number, error_code: string) => ({ status, body: { error_code } });

/** The statuses of these responses, sorted. */
export const statusesOf = (answers: TestResponse[]) => answers.map(({ status }) => status).sort();

export const errorOf = ({ body }: TestResponse) => body?.error_code;

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

export type TestAccounts = {
  auth: Auth;
  db: TestDatabase;
  /** Another process, on the same database unless it gets a pool, with its own settings and dependencies. */
  process(settings?: Partial<AuthOptions>, options?: ProcessOptions): TestProcess;
  /** A pool on this database, or on one that cannot be reached; closed after the file. */
  pool(role?: string, connection?: pg.ClientConfig): pg.Pool;
  /** A user who has signed up and in. */
  newSession(): Promise<{ id: string; email: string; session: Session }>;
  /** The emails to this address, the newest last, once all background work is done. */
  emailsTo(email: string): Promise<AuthEmail[]>;
  kindsTo(email: string): Promise<string[]>;
  /** The link in the newest email to this address. */
  linkTo(email: string): Promise<URL>;
  /** The token of that link. */
  tokenTo(email: string): Promise<string>;
  /** The code in the newest email to this address. */
  codeTo(email: string): Promise<string>;
  /** Opens an emailed link, as the page does to which it leads. */
  open(link: URL): Promise<TestResponse>;
  /** Requests a link that resets the password, and opens it. */
  openResetLink(email: string): Promise<Session>;
  /** Whether the application's database lets this session in. */
  enters(by: By): Promise<boolean>;
  setBan(id: string, until: string | null): Promise<unknown>;
  /** Advances the service's clock; not the database's own. */
  advance(duration: { seconds?: number; days?: number }): void;
  now(): number;
  rows<Row extends pg.QueryResultRow>(sql: string, values?: unknown[]): Promise<Row[]>;
  /** Runs `sql`, and commits it only when so many connections of `work` wait for it, after running `last`. */
  whileLocked<T>(
    sql: string,
    work: () => Promise<T>,
    connections?: number,
    last?: string,
  ): Promise<T>;
  /** Every statement the service has sent so far, as PostgreSQL has prepared it. */
  preparedStatements(): Promise<string[]>;
  /** How many statements the service sends while `work` runs. */
  countStatements(work: () => Promise<unknown>): Promise<number>;
  /** Every statement the service sends while `work` runs and in the background after it, in order. */
  statementsOf(work: () => Promise<unknown>): Promise<string[]>;
} & TestProcess;

type ProcessOptions = { sendsEmail?: boolean } & Partial<
  Pick<AuthDependencies, 'pool' | 'clock' | 'requests' | 'passwordProblem' | 'typedText'>
>;

/** Whoever sends a request: a session, or its access token. */
export type By = string | { access_token: string };

export const tokenOf = (by: By) => (typeof by === 'string' ? by : by.access_token);

/** What an access token says. */
export const payloadOf = (by: By) =>
  JSON.parse(Buffer.from(tokenOf(by).split('.')[1] ?? '', 'base64url').toString());

export type TestProcess = {
  auth: Auth;
  /** Sends a request: path below /auth/v1, `body` as JSON, from this network address, else from a new one each time. */
  request(method: string, path: string, options?: RequestOptions): Promise<TestResponse>;
  get(path: string, by?: By): Promise<TestResponse>;
  post(path: string, body?: unknown, by?: By): Promise<TestResponse>;
  /** Changes the user. */
  update(by: By, body: unknown): Promise<TestResponse>;
  remove(path: string, by: By): Promise<TestResponse>;
  /** Reads the user. */
  read(by: By): Promise<TestResponse>;
  refresh(session: { refresh_token: unknown }): Promise<TestResponse>;
  verify(type: string, token_hash: string): Promise<TestResponse>;
  tryPassword(email: string, password?: string, from?: string): Promise<TestResponse>;
  /** Sends requests like one browser, which keeps its cookies. */
  browser(from?: string): TestProcess['request'];
  /** The official client as in a browser tab, with its own storage or a shared one. */
  client(
    storage?: Map<string, string>,
    flowType?: 'implicit' | 'pkce',
  ): InstanceType<typeof AuthClient>;
  /** Signs a user up; `signIn` signs them in. */
  newUser(email?: string, password?: string): Promise<{ id: string; email: string }>;
  signIn(email: string, password?: string): Promise<Session>;
};

type RequestOptions = {
  body?: unknown;
  token?: string;
  from?: string;
  headers?: Record<string, string>;
};

export type Session = { access_token: string; refresh_token: string; user: { id: string } };

/** The accounts on a database of this test file; dropped after its last test. */
export async function openTestAccounts(settings: Partial<AuthOptions> = {}): Promise<TestAccounts> {
  const db = await cloneDatabase();
  const pools: pg.Pool[] = [];
  let ahead = 0;
  let statements = 0;
  const now = () => Date.now() + ahead;

  const processes: Auth[] = [];
  const emails: AuthEmail[] = [];

  function openTestPool(role = 'shop_auth', connection: pg.ClientConfig = db.connection): pg.Pool {
    const size = 10;
    const timeouts = LONG_TIMEOUTS;
    const pool = openPool({ connection, role, pooled: false, size, timeouts, log: silentLog });
    pools.push(pool);
    return pool;
  }

  async function emailsTo(email: string): Promise<AuthEmail[]> {
    await Promise.all(processes.map((process) => process.drain()));
    return emails.filter(({ to }) => to === email);
  }

  function openProcess(
    own: Partial<AuthOptions> = {},
    { sendsEmail = true, pool = openTestPool(), ...dependencies }: ProcessOptions = {},
  ): TestProcess {
    pool.on('acquire', () => {
      statements += 1;
    });
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

  closeAfterFile(async () => {
    await Promise.all(processes.map((process) => process.drain()));
    await Promise.all(pools.map((pool) => pool.end()));
    await db.drop();
  });

  const first = openProcess();

  async function linkTo(email: string): Promise<URL> {
    const newest = (await emailsTo(email)).at(-1);
    if (!newest || !('link' in newest) || newest.link === undefined) {
      throw new Error(`no link was emailed to ${email}`);
    }
    return new URL(newest.link);
  }

  const tokenIn = ({ searchParams }: URL) => searchParams.get('token_hash') ?? '';
  const open = (link: URL) => first.verify(link.searchParams.get('type') ?? '', tokenIn(link));
  const rows: TestAccounts['rows'] = async (sql, values) =>
    (await db.owner.query(sql, values)).rows;

  return {
    ...first,
    db,
    process: openProcess,
    pool: openTestPool,
    async newSession() {
      const { id, email } = await first.newUser();
      return { id, email, session: await first.signIn(email) };
    },
    emailsTo,
    kindsTo: async (email) => (await emailsTo(email)).map(({ kind }) => kind),
    linkTo,
    tokenTo: async (email) => tokenIn(await linkTo(email)),
    async codeTo(email) {
      const newest = (await emailsTo(email)).at(-1);
      if (newest?.kind !== 'reauthentication') throw new Error(`no code was emailed to ${email}`);
      return newest.code;
    },
    open,
    async openResetLink(email) {
      await first.post('/recover', { email });
      const { status, body } = await open(await linkTo(email));
      if (status !== 200) throw new Error(`answered ${status} ${JSON.stringify(body)}`);
      return body;
    },
    async enters(by) {
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
    setBan: (id, until) =>
      rows('update auth.users set banned_until = $2 where id = $1', [id, until]),
    advance: ({ seconds = 0, days = 0 }) => {
      ahead += (seconds + days * 86_400) * 1000;
    },
    now,
    async whileLocked(sql, work, connections = 1, last = '') {
      const owner = await db.owner.connect();
      await owner.query('begin');
      await owner.query(sql);
      const working = work();
      let waiting = 0;
      while (waiting < connections) {
        const { rows } = await db.owner.query(
          `select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`,
        );
        waiting = rows.length;
        await sleep(5);
      }
      await owner.query(`${last}; commit`).finally(() => owner.release(true));
      return working;
    },
    async preparedStatements() {
      const found = new Set<string>();
      for (const pool of pools) {
        const connections = await Promise.all(
          Array.from({ length: pool.totalCount }, () => pool.connect()),
        );
        for (const connection of connections) {
          const { rows } = await connection.query<{ statement: string }>(
            'select statement from pg_prepared_statements',
          );
          for (const { statement } of rows) found.add(statement);
          connection.release();
        }
      }
      return [...found];
    },
    async countStatements(work) {
      const before = statements;
      await work();
      return statements - before;
    },
    async statementsOf(work) {
      await Promise.all(processes.map((process) => process.drain()));
      const sent = vi.spyOn(pg.Client.prototype, 'query');
      try {
        await work();
        await Promise.all(processes.map((process) => process.drain()));
        return sent.mock.calls
          .map(([statement]: readonly unknown[]) => textsOf(statement))
          .filter(([first]) => !first?.startsWith('set role')) // what a new connection sends first
          .flat();
      } finally {
        sent.mockRestore();
      }
    },
    rows,
  };
}

function textsOf(statement: unknown): string[] {
  if (statement instanceof Batch) return statement.statements.map(({ text }) => text);
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

/** Clients of a service without a network. */
function createTestProcess(auth: Auth): TestProcess {
  const app = new Hono().route('/auth/v1', auth.routes);

  async function request(
    method: string,
    path: string,
    options: RequestOptions = {},
  ): Promise<TestResponse> {
    const { body, token, from = newAddress(), headers } = options;
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
    const isJson = answer.headers.get('content-type')?.includes('json');
    return {
      status: answer.status,
      headers: answer.headers,
      body: isJson ? await answer.json() : null,
    };
  }

  async function expectOk(answer: Promise<TestResponse>): Promise<TestResponse['body']> {
    const { status, body } = await answer;
    if (status !== 200) throw new Error(`answered ${status} ${JSON.stringify(body)}`);
    return body;
  }

  const by = (sender?: By) => (sender === undefined ? {} : { token: tokenOf(sender) });
  const post: TestProcess['post'] = (path, body, sender) =>
    request('POST', path, { body, ...by(sender) });
  const get: TestProcess['get'] = (path, sender) => request('GET', path, by(sender));

  return {
    auth,
    request,
    get,
    post,
    update: (sender, body) => request('PUT', '/user', { body, ...by(sender) }),
    remove: (path, sender) => request('DELETE', path, by(sender)),
    read: (sender) => get('/user', sender),
    refresh: ({ refresh_token }) => post('/token?grant_type=refresh_token', { refresh_token }),
    verify: (type, token_hash) => post('/verify', { type, token_hash }),
    tryPassword: (email, password = PASSWORD, from) =>
      request('POST', '/token?grant_type=password', {
        body: { email, password },
        ...(from !== undefined && { from }),
      }),
    browser(ownAddress) {
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
    client: (storage = new Map(), flowType = 'implicit') =>
      new AuthClient({
        url: ISSUER,
        storageKey: 'shop-auth',
        storage: {
          getItem: (key) => storage.get(key) ?? null,
          setItem: (key, value) => void storage.set(key, value),
          removeItem: (key) => void storage.delete(key),
        },
        flowType,
        autoRefreshToken: false,
        experimental: { recoveryCodes: true },
        persistSession: true,
        detectSessionInUrl: false,
        fetch: async (input, init) => app.request(String(input), init, connection(newAddress())),
      }),
    newUser: (email = `${randomUUID()}@example.com`, password = PASSWORD) =>
      expectOk(
        request('POST', '/signup', { body: { email, password, data: { full_name: 'Asha Rao' } } }),
      ),
    signIn: (email, password = PASSWORD) =>
      expectOk(request('POST', '/token?grant_type=password', { body: { email, password } })),
  };
}
