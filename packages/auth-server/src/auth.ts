import { randomUUID } from 'node:crypto';
import { Hono } from 'hono';
import type pg from 'pg';
import { createBackground } from './background.ts';
import { databaseClock } from './database-clock.ts';
import { deviceOf } from './devices.ts';
import { AuthFault } from './fault.ts';
import { AccountsUnavailable, type Identity, NotSignedIn } from './identity.ts';
import { createLimiter } from './limits.ts';
import type { Log } from './log.ts';
import { type AuthMail, encryptMail, openMail, type SendAuthMail } from './mail/mail.ts';
import { type Manage, manageAccounts } from './manage.ts';
import { createPasswords } from './passwords/passwords.ts';
import { proofsOfWork } from './proof-of-work.ts';
import { type RequestHandling, withHandlingDefaults } from './request-handling.ts';
import { authRoutes } from './routes.ts';
import type { Service } from './service.ts';
import { createVerifier } from './sessions/access-token.ts';
import { bearerToken } from './sessions/bearer.ts';
import { describeDevice } from './sessions/device.ts';
import { describeIdentity } from './sessions/shopper-of.ts';
import { createSigningKeys } from './sessions/signing-keys.ts';
import { type AuthOptions, withDefaults } from './settings.ts';
import { createStore } from './store.ts';
import { tidy } from './tidy.ts';
import { createVault } from './vault.ts';

export type Auth = {
  /** The Supabase auth protocol, to be mounted at /auth/v1. */
  routes: Hono;
  /**
   * Authenticates an Authorization header. Checks the token without the database: auth.enter() checks in the
   * transaction that does the work whether the session is still open.
   *
   * @throws NotSignedIn for no token and for any that is not good; AccountsUnavailable.
   */
  authenticate(authorization: string | undefined): Promise<Identity>;
  /** Deletes ended sessions, old rate limits and old audit rows. For a nightly job. */
  tidy(): Promise<void>;
  /** What the shop's owner can do to single accounts. */
  manage: Manage;
  /** Decrypts a mail that `sendMail` got. @throws Error when this service has not encrypted it. */
  openMail(sealed: string): AuthMail;
  /** Waits for background work; call before closing the pool. */
  settle(): Promise<void>;
};

export type AuthDependencies = {
  /** With the role shop_auth. */
  pool: pg.Pool;
  settings: AuthOptions;
  /** Milliseconds since 1970; the database's clock by default. */
  clock?: () => number;
  log: Log;
  requests: RequestHandling;
  /** Queues a mail; without it features that need mail are off. */
  sendMail?: SendAuthMail;
  /** False behind a pooler that does not support prepared statements. */
  prepare?: boolean;
};

/** The shop's accounts: the auth protocol, and authentication of API requests. */
export function createAuth(dependencies: AuthDependencies): Auth {
  const { pool, log, sendMail, prepare = true } = dependencies;
  const settings = withDefaults(dependencies.settings);
  if (settings.confirmEmail && !sendMail) throw new Error('Confirming addresses needs sendMail');
  const store = createStore(pool, prepare);
  const { now, keepRight } = dependencies.clock
    ? { now: dependencies.clock, keepRight: async () => {} }
    : databaseClock(store, log);
  const clock = () => new Date(now());
  const vault = createVault(settings);
  const requests = withHandlingDefaults(dependencies.requests);
  const keys = createSigningKeys({ store, vault, clock, log, ...settings });
  const verify = createVerifier({
    keyOf: async ({ kid = '' }) => {
      const key = await keys.find(kid);
      if (!key) throw new Error('The token names a key that is not ours');
      return key;
    },
    issuer: settings.issuer,
    clock,
  });
  const background = createBackground(log);
  const limiter = (name: keyof Service['limits']) =>
    createLimiter(store, vault, name, settings.limits[name]);
  const service: Service = {
    settings,
    clock,
    log,
    store,
    vault,
    keys,
    verify,
    passwords: createPasswords(settings),
    canMail: sendMail !== undefined,
    post: async (mail, tx) =>
      sendMail?.({ id: randomUUID(), sealed: encryptMail(vault, mail) }, tx),
    background: background.run,
    proofs: proofsOfWork(vault.sign),
    requests,
    visitOf(c) {
      const deviceName = describeDevice(c.req.header('User-Agent'));
      const origin = requests.originOf(c);
      return { ...origin, deviceName, deviceOf: (email) => deviceOf(service, c, email) };
    },
    limits: {
      signInDevice: limiter('signInDevice'),
      signInTries: limiter('signInTries'),
      signInPair: limiter('signInPair'),
      signInPairInAll: limiter('signInPairInAll'),
      signInNetwork: limiter('signInNetwork'),
      signInAccount: limiter('signInAccount'),
      signUp: limiter('signUp'),
      changePassword: limiter('changePassword'),
      mailRequest: limiter('mailRequest'),
      mailBurst: limiter('mailBurst'),
      mail: limiter('mail'),
      challenge: limiter('challenge'),
      factorDevice: limiter('factorDevice'),
      factor: limiter('factor'),
    },
  };

  return {
    routes: new Hono()
      .use(async (_, next) => {
        await keepRight();
        await next();
      })
      .route('/', authRoutes(service)),
    async authenticate(authorization) {
      const token = bearerToken(authorization);
      if (!token) throw new NotSignedIn();
      await keepRight();
      try {
        return describeIdentity(await verify(token));
      } catch (error) {
        // An unreachable database while a key is looked up does not make the token invalid.
        throw error instanceof AuthFault ? new AccountsUnavailable(error) : new NotSignedIn(error);
      }
    },
    async tidy() {
      await keepRight();
      await tidy(service);
    },
    manage: manageAccounts(service),
    openMail: (sealed) => openMail(vault, sealed),
    settle: background.settle,
  };
}
