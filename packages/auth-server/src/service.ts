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

/** What every verb of the accounts works with. */
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
  /** Posts a mail in a transaction; where no mail can be sent it does nothing. */
  post: Post;
  /** Does something behind the answer, some time within a second; what goes wrong is logged. */
  background(work: () => Promise<void>): void;
  /** Work to ask for where a limit is spent that strangers share. */
  proofs: ProofsOfWork;
  requests: Required<RequestHandling>;
  visitOf(c: Context): Visit;
  limits: Record<Exclude<keyof AuthSettings['limits'], 'refresh'>, Limiter>;
};

/** Where a request came from: for limits, the audit log, and a shopper's list of sessions. */
export type Visit = Origin & {
  /** 'Chrome on Android'; null when the browser did not say. */
  deviceName: string | null;
  /** Whether the account of this address was signed in to in this browser before. */
  deviceOf(email: string): Device | null;
};
