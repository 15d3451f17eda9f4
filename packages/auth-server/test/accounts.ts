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

/** Uses the connection only: tests have no proxy. */
export const REQUESTS: HttpOptions = {
  clientAddressOf(c) {
    const address: string | null = c.env?.incoming?.socket?.remoteAddress ?? null;
    const prefix = (groups: number) =>
      address?.includes(':') ? address.split(':').slice(0, groups).join(':') : null;
    return { address, network: prefix(4) ?? address ?? 'unknown', site: prefix(3) };
  },
};

/** An application's rule for passwords: at least eight characters, and not the commonest. */
export const testPasswordProblem: AuthDependencies['passwordProblem'] = async (password) => {
  if (password.length < 8) return { message: 'Too short', reasons: ['length'] };
  const isCommon = /^password\d*$/i.test(password);
  return isCommon ? { message: 'Too common', reasons: ['pwned'] } : undefined;
};

export const silentLog = { debug() {}, warn() {}, error() {} };

/** A response: `body` is the parsed JSON, or null when there is none. */
// biome-ignore lint/suspicious/noExplicitAny: tests read any kind of response
export type TestResponse = { status: number; headers: Headers; body: any };

export type TestAccounts = {
  auth: Auth;
  db: TestDatabase;
  /** Another process on the same database, with its own settings, and optionally without email. */
  process(settings?: Partial<AuthOptions>, options?: ProcessOptions): TestProcess;
  /** The emails to this address, the newest last, once all background work is done. */
  emailsTo(email: string): Promise<AuthEmail[]>;
  /** The token of the link in the newest email to this address. */
  linkTo(email: string): Promise<URL>;
  /** Advances the service's clock; not the database's own. */
  advance(duration: { seconds?: number; days?: number }): void;
  now(): number;
  rows<Row extends pg.QueryResultRow>(sql: string, values?: unknown[]): Promise<Row[]>;
  /** Runs `sql`, and commits it only when so many connections of `work` wait for it. */
  whileLocked<T>(sql: string, work: () => Promise<T>, connections?: number): Promise<T>;
  /** Every statement the service has sent so far, as PostgreSQL has prepared it. */
  preparedStatements(): Promise<string[]>;
  /** How many statements the service sends while `work` runs. */
  countStatements(work: () => Promise<unknown>): Promise<number>;
  /** Every statement the service sends while `work` runs and in the background after it, in order. */
  statementsOf(work: () => Promise<unknown>): Promise<string[]>;
} & TestProcess;

type ProcessOptions = {
  sendsEmail?: boolean;
  requests?: HttpOptions;
} & Partial<Pick<AuthDependencies, 'passwordProblem' | 'typedText'>>;

export type TestProcess = {
  auth: Auth;
  /** Sends a request: path below /auth/v1, `body` as JSON, from this network address, else from a new one each time. */
  request(method: string, path: string, options?: RequestOptions): Promise<TestResponse>;
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

  async function emailsTo(email: string): Promise<AuthEmail[]> {
    await Promise.all(processes.map((process) => process.drain()));
    return emails.filter(({ to }) => to === email);
  }

  function openProcess(
    own: Partial<AuthOptions> = {},
    {
      sendsEmail = true,
      requests = REQUESTS,
      passwordProblem = testPasswordProblem,
      typedText,
    }: ProcessOptions = {},
  ): TestProcess {
    const pool = openPool({
      connection: db.connection,
      role: 'shop_auth',
      pooled: false,
      size: 10,
      timeouts: LONG_TIMEOUTS,
      log: silentLog,
    });
    pools.push(pool);
    pool.on('acquire', () => {
      statements += 1;
    });
    const auth: Auth = createAuth({
      pool,
      settings: { ...SETTINGS, ...settings, ...own },
      requests,
      clock: now,
      log: silentLog,
      passwordProblem,
      ...(typedText && { typedText }),
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

  return {
    ...openProcess(),
    db,
    process: openProcess,
    emailsTo,
    async linkTo(email) {
      const newest = (await emailsTo(email)).at(-1);
      if (!newest || !('link' in newest) || newest.link === undefined) {
        throw new Error(`no link was emailed to ${email}`);
      }
      return new URL(newest.link);
    },
    advance: ({ seconds = 0, days = 0 }) => {
      ahead += (seconds + days * 86_400) * 1000;
    },
    now,
    async whileLocked(sql, work, connections = 1) {
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
      await owner.query('commit');
      owner.release();
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
    rows: async (sql, values) => (await db.owner.query(sql, values)).rows,
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
export function createTestProcess(auth: Auth): TestProcess {
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

  return {
    auth,
    request,
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
