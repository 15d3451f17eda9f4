import type { Context } from 'hono';
import type { Device } from './devices.ts';
import type { Limiter } from './limits.ts';
import type { Log } from './log.ts';
import type { Post } from './mail/mail.ts';
import type { Passwords } from './passwords/passwords.ts';
import type { ProofsOfWork } from './proof-of-work.ts';
import type { Origin, RequestHandling } from './request-handling.ts';
import type { VerifyAccessToken } from './sessions/access-token.ts';
import type { SigningKeys } from './sessions/signing-keys.ts';
import type { AuthSettings } from './settings.ts';
import type { Store } from './store.ts';
import type { Vault } from './vault.ts';

/** The dependencies of all handlers. */
export type Service = {
  settings: AuthSettings;
  clock: () => Date;
  log: Log;
  store: Store;
  vault: Vault;
  keys: SigningKeys;
  verify: VerifyAccessToken;
  passwords: Passwords;
  /** Whether mail can be sent at all. */
  canMail: boolean;
  /** Queues a mail in a transaction; does nothing if mail cannot be sent. */
  post: Post;
  /** Runs work after the response, within a second; failures are logged. */
  background(work: () => Promise<void>): void;
  /** Challenges for rate limits that strangers share. */
  proofs: ProofsOfWork;
  requests: Required<RequestHandling>;
  visitOf(c: Context): Visit;
  limits: Record<Exclude<keyof AuthSettings['limits'], 'refresh'>, Limiter>;
};

/** The origin of a request: for rate limits, the audit log, and a user's list of sessions. */
export type Visit = Origin & {
  /** 'Chrome on Android'; null when the browser did not say. */
  deviceName: string | null;
  /** Whether the account of this address has signed in in this browser before. */
  deviceOf(email: string): Device | null;
};
