import type { Context } from 'hono';
import type { Log } from '#server/platform/log.ts';
import type { Limiter } from './limits.ts';
import type { Post } from './mail/mail.ts';
import type { Passwords } from './passwords/passwords.ts';
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
  /** Whether this address, or one purpose of it, may be sent one more mail; counts it. */
  mayMail(key: string): Promise<boolean>;
  visitOf(c: Context): Visit;
  /** Does something behind the answer; what goes wrong is logged. */
  background(work: () => Promise<void>): void;
  limits: Record<Exclude<keyof AuthSettings['limits'], 'refresh'>, Limiter>;
};

/** Where a request came from: for limits, the audit log, and a shopper's list of sessions. */
export type Visit = {
  address: string | null;
  /** 'Chrome on Android'; null when the browser did not say. */
  deviceName: string | null;
};
