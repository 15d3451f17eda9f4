import type { Log } from '#server/platform/log.ts';
import type { VerifyAccessToken } from './access-token.ts';
import type { Limiter } from './limits.ts';
import type { Passwords } from './passwords.ts';
import type { AuthSettings } from './settings.ts';
import type { SigningKeys } from './signing-keys.ts';
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
  limits: Record<Exclude<keyof AuthSettings['limits'], 'refresh'>, Limiter>;
};

/** Where a request came from: for limits and the audit log. */
export type Visit = { address: string | null };
