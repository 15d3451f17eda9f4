import type { CryptoKey, JWK } from 'jose';
import {
  chooseSigner,
  type Key,
  type KeyOptions,
  loadOrCreate,
  NOTICE_MS,
  type Signer,
} from './signing-key-store.ts';

const RELOAD_MS = 60_000;
/** A process that was idle or asleep for longer reads the keys first: its own may have been deleted. */
const STALE_MS = NOTICE_MS / 2;
/** Minimum time between reads caused by an unknown key id, which anybody can send. */
const RETRY_MS = 5_000;

export type SigningKeys = {
  /** The key to sign with now. */
  current(): Promise<Signer>;
  /** The public key of this id, if it is one of ours. */
  find(kid: string): Promise<CryptoKey | undefined>;
  /** The published key set. */
  published(): Promise<JWK[]>;
};

/**
 * The signing keys that all processes share through the database. The first process creates the first key, under a
 * lock. A process's own clock only measures how long ago it read the keys.
 */
export function createSigningKeys(options: KeyOptions & { clock: () => Date }): SigningKeys {
  const { clock, log } = options;
  let known: { keys: Key[]; at: number } | undefined;
  let loading: Promise<Key[]> | undefined;

  /** Concurrent calls share one read. */
  function load(): Promise<Key[]> {
    loading ??= loadOrCreate(options)
      .then((keys) => {
        known = { keys, at: clock().getTime() };
        return keys;
      })
      .finally(() => {
        loading = undefined;
      });
    return loading;
  }

  /** Time since the keys were read; if the clock was set back, reads them again. */
  function elapsed(): number {
    const since = clock().getTime() - (known?.at ?? 0);
    return since < 0 ? Number.POSITIVE_INFINITY : since;
  }

  async function keys(): Promise<Key[]> {
    if (!known) return load();
    const { keys: old } = known;
    const age = elapsed();
    if (age <= RELOAD_MS) return old;
    const renewed = load().catch((error) => {
      log.warn({ err: error }, 'could not read new signing keys');
      return old;
    });
    return age <= STALE_MS ? old : renewed; // a new key is published before it signs, so the cached keys suffice until then
  }

  return {
    async current() {
      const key = chooseSigner(await keys(), elapsed()) ?? chooseSigner(await load(), 0);
      if (!key) throw new Error('There is no signing key, though one was just created');
      return key;
    },
    async find(kid) {
      const found = (await keys()).find((key) => key.kid === kid);
      if (found || (known && elapsed() < RETRY_MS)) return found?.publicKey;
      return (await load()).find((key) => key.kid === kid)?.publicKey;
    },
    published: async () => (await keys()).map(({ jwk }) => jwk),
  };
}
