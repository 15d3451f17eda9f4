import { randomUUID } from 'node:crypto';
import type { Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import type pg from 'pg';
import { type AccountAdmin, createAccountAdmin } from './account-admin.ts';
import { createBackground } from './background-tasks.ts';
import { deriveKeys } from './derived-keys.ts';
import { deviceOf } from './device-cookie.ts';
import { type AuthEmail, decryptEmail, encryptEmail, type SendAuthEmail } from './email/email.ts';
import { createPasswords, type Hashing } from './passwords/passwords.ts';
import { proofsOfWork } from './proof-of-work.ts';
import { pruneExpired } from './prune-expired.ts';
import { createLimiter } from './rate-limits.ts';
import { authRoutes } from './routes.ts';
import type { HttpOptions, Log, PasswordProblem, Service } from './service.ts';
import { deriveAccessTokenKey } from './sessions/access-token.ts';
import { type Identity, identityOf, readClaims } from './sessions/bearer.ts';
import { deviceNameOf } from './sessions/device-name.ts';
import { createOwnSessions } from './sessions/own-sessions.ts';
import { type AuthOptions, withDefaults } from './settings.ts';
import { createStore } from './store.ts';
import { TRIMMED, type TypedText } from './typed-text.ts';

export type Auth = {
  /** The Supabase auth protocol, to be mounted at /auth/v1. */
  routes: Hono;
  /**
   * Authenticates an Authorization header. Checks the token without the database: auth.enter() checks in the
   * transaction that does the work whether the session is still open.
   *
   * @throws AuthError no_authorization, bad_jwt.
   */
  authenticate(authorization: string | undefined): Promise<Identity>;
  /** Deletes ended sessions, old rate limits and old audit rows. For a nightly job. */
  pruneExpired(): Promise<void>;
  /** A user's own sessions. */
  sessions: ReturnType<typeof createOwnSessions>;
  /** What an operator can do to single accounts. */
  admin: AccountAdmin;
  /** Decrypts an email that `sendEmail` got. @throws Error when this service has not encrypted it. */
  decryptEmail(encrypted: string): AuthEmail;
  /** Waits for background work; call before closing the pool. */
  drain(): Promise<void>;
};

export type AuthDependencies = {
  /** With the role shop_auth. */
  pool: pg.Pool;
  settings: AuthOptions;
  /** Milliseconds since 1970; this machine's clock by default. */
  clock?: () => number;
  log: Log;
  requests: HttpOptions;
  /** Queues an email; without it features that need email are off. */
  sendEmail?: SendAuthEmail;
  /** Why a new password is refused, or undefined. The same function can judge in the application's forms. */
  passwordProblem: PasswordProblem;
  /** Without it, @node-rs/argon2. */
  hashing?: Hashing;
  /** How typed emails, names and codes are read; without it they are trimmed. */
  typedText?: TypedText;
  /** False behind a pooler that does not support prepared statements. */
  prepare?: boolean;
};

/** Queued like the others and sent to nobody. */
const DECOY = { kind: 'decoy', to: '' } as const;

/** The shop's accounts: the auth protocol, and authentication of API requests. */
export function createAuth(dependencies: AuthDependencies): Auth {
  const { pool, log, sendEmail, passwordProblem } = dependencies;
  const { clock: now = Date.now, typedText = TRIMMED, prepare = true } = dependencies;
  const settings = withDefaults(dependencies.settings);
  if (settings.confirmEmail && !sendEmail) throw new Error('Confirming addresses needs sendEmail');
  const store = createStore(pool, prepare);
  const clock = () => new Date(now());
  const derivedKeys = deriveKeys(settings);
  const requests = {
    limitBody: bodyLimit,
    clientDisconnected: () => false,
    ...dependencies.requests,
  };
  const background = createBackground(log);
  const service: Service = {
    settings,
    clock,
    log,
    store,
    derivedKeys,
    accessTokenKey: deriveAccessTokenKey(derivedKeys),
    passwords: createPasswords(settings, dependencies.hashing),
    passwordProblem,
    typedText,
    canSendEmail: sendEmail !== undefined,
    async queueEmail(tx, { id: userId, email: address, exists = true }, content) {
      const email = exists ? { ...content, to: address, userId } : { ...DECOY, userId };
      const encrypted = encryptEmail(derivedKeys, email);
      await sendEmail?.({ id: randomUUID(), userId, encrypted }, tx);
    },
    background: background.run,
    proofs: proofsOfWork(derivedKeys.hmac),
    requests,
    forRequest(c) {
      const client = {
        ...requests.clientAddressOf(c),
        deviceName: deviceNameOf(c.req.header('User-Agent')),
        deviceOf: (userId: string) => deviceOf(service, c, userId),
      };
      return { ...service, client };
    },
    limit: (name) => createLimiter({ store, derivedKeys, settings }, name),
  };

  return {
    routes: authRoutes(service),
    authenticate: async (authorization) => identityOf(await readClaims(service, authorization)),
    pruneExpired: () => pruneExpired(service),
    sessions: createOwnSessions(service),
    admin: createAccountAdmin(service),
    decryptEmail: (encrypted) => decryptEmail(derivedKeys, encrypted),
    drain: background.drain,
  };
}
