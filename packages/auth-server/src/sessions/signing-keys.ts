import type { CryptoKey, JWK } from 'jose';
import { type Key, type KeyOptions, loadOrMake, NOTICE_MS, signer } from './stored-keys.ts';

const RELOAD_MS = 60_000;
/** A process that was idle or asleep for longer looks before it goes on: its keys may be gone by now. */
const STALE_MS = NOTICE_MS / 2;
/** An unknown key id makes us look again, but not more often than this: anybody can send unknown ids. */
const RETRY_MS = 5_000;

export type SigningKeys = {
  /** The key to sign with now. */
  current(): Promise<{ kid: string; privateKey: CryptoKey }>;
  /** The public key of this id, if it is one of ours. */
  find(kid: string): Promise<CryptoKey | undefined>;
  /** What others verify with. */
  published(): Promise<JWK[]>;
};

/**
 * The signing keys all processes share through the database. The first to look makes the first key, under a lock. The
 * process's own clock says how long ago it looked, and nothing else.
 */
export function createSigningKeys(options: KeyOptions & { clock: () => Date }): SigningKeys {
  const { clock, log } = options;
  let known: { keys: Key[]; at: number } | undefined;
  let loading: Promise<Key[]> | undefined;

  /** Looks once, however many ask at the same time. */
  function load(): Promise<Key[]> {
    loading ??= loadOrMake(options)
      .then((keys) => {
        known = { keys, at: clock().getTime() };
        return keys;
      })
      .finally(() => {
        loading = undefined;
      });
    return loading;
  }

  /** Since the keys were read; a clock that was set back says nothing, so that they are read again. */
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
      log.warn({ err: error }, 'could not look for new signing keys');
      return old;
    });
    return age <= STALE_MS ? old : renewed; // rotation gives notice: what is known is good enough to go on
  }

  return {
    async current() {
      const key = signer(await keys(), elapsed()) ?? signer(await load(), 0);
      if (!key) throw new Error('There is no signing key, though one was just made');
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
