import { createPrivateKey, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { calculateJwkThumbprint, type JWK } from 'jose';
import type { DerivedKeys } from '#auth-server/derived-keys.ts';
import type { Log, Statements, Store } from '#auth-server/service.ts';

export const ALGORITHM = 'ES256';

/** A key is published for as long as a token of it is valid. */
export const ACCESS_TOKEN_SECONDS = 3600;

/** The age of the newest key at which a new one is created. */
const MAX_AGE_DAYS = 90;

/** Cache lifetime of the published keys, in seconds. */
export const KEYS_MAX_AGE = 600;

/** How long a key is published before it signs, so that every verifier has it by then. */
const NOTICE_MS = 2 * KEYS_MAX_AGE * 1000;
const KEYS_LOCK = 7_306_327;

/** After this time a process reads the keys again: soon enough to publish a new one before it signs. */
const RELOAD_MS = 60_000;
/** Minimum time between reads caused by an unknown key id, which anybody can send. */
const RETRY_MS = 5_000;

/** A private key and its id. */
export type Signer = { kid: string; privateKey: KeyObject };

/** A key pair ready for use. */
type Key = {
  kid: string;
  jwk: JWK;
  /** Absent when it was encrypted with another secret: its signatures can still be verified. */
  privateKey: KeyObject | undefined;
  /** Milliseconds until it may sign, at the time it was read; below 0 when it may already. */
  signsIn: number;
  /** Its age in milliseconds, at the time it was read. */
  age: number;
};

type KeyOptions = { store: Store; derivedKeys: DerivedKeys; log: Log };

export type SigningKeys = ReturnType<typeof createSigningKeys>;

/**
 * The signing keys that all processes share through the database. The first process creates the first key, under a
 * lock. A process's own clock only measures how long ago it read the keys.
 */
export function createSigningKeys(options: KeyOptions & { clock: () => Date }) {
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

  /** Time since the keys were read. Never negative: with a clock that was set back they would count as fresh for as long. */
  const elapsed = () => Math.abs(clock().getTime() - (known?.at ?? 0));

  async function keys(): Promise<Key[]> {
    if (!known) return load();
    const { keys: old } = known;
    if (elapsed() <= RELOAD_MS) return old;
    return load().catch((error) => {
      log.warn({ err: error }, 'could not read new signing keys');
      return old;
    });
  }

  return {
    /** The key to sign with now. */
    async current(): Promise<Signer> {
      const key = chooseSigner(await keys(), elapsed()) ?? chooseSigner(await load(), 0);
      if (!key) throw new Error('There is no signing key, though one was just created');
      return key;
    },
    /** The public key of this id, if it is one of ours. */
    async find(kid: string): Promise<JWK | undefined> {
      const found = (await keys()).find((key) => key.kid === kid);
      if (found || (known && elapsed() < RETRY_MS)) return found?.jwk;
      return (await load()).find((key) => key.kid === kid)?.jwk;
    },
    /** The published key set. */
    published: async () => (await keys()).map(({ jwk }) => jwk),
  };
}

/**
 * The newest key that may sign already, `elapsed` milliseconds after they were read. If none may yet, the first that
 * will: a key created on a clock that ran ahead must not prevent signing in.
 */
function chooseSigner(keys: Key[], elapsed: number): Signer | undefined {
  let first: Signer | undefined;
  for (const { kid, privateKey, signsIn } of keys) {
    if (!privateKey) continue;
    first = { kid, privateKey };
    if (signsIn <= elapsed) break;
  }
  return first;
}

/**
 * The keys, the one to sign with latest first; creates the next and deletes expired ones when due. All times are the
 * database's, one clock for all processes: a process whose own clock is wrong neither creates nor deletes a key because
 * of it.
 */
async function loadOrCreate(options: KeyOptions): Promise<Key[]> {
  const keys = await readKeys(options.store, options);
  if (!isNewKeyDue(keys) && !keys.some((key) => isExpired(key, keys))) return keys;
  return options.store.transact(async (tx) => {
    await tx.rows('select pg_advisory_xact_lock($1)', [KEYS_LOCK]);
    const present = await readKeys(tx, options); // another process may have been first
    const expired = present.filter((key) => isExpired(key, present)).map(({ kid }) => kid);
    await tx.rows('delete from auth.signing_keys where id = any($1)', [expired]);
    if (isNewKeyDue(present)) {
      const hasSigner = present.some(({ privateKey, signsIn }) => privateKey && signsIn <= 0);
      await createKey(tx, options, hasSigner ? NOTICE_MS : 0);
    }
    return readKeys(tx, options);
  });
}

function isNewKeyDue(keys: Key[]): boolean {
  const newest = keys.find(({ privateKey }) => privateKey);
  return !newest || newest.age > MAX_AGE_DAYS * 86_400_000;
}

/** True when a newer key has been signing for longer than any token of this one is valid. */
function isExpired(key: Key, keys: Key[]): boolean {
  const longestUse = ACCESS_TOKEN_SECONDS * 1000 + NOTICE_MS;
  return keys.some(
    (other) => other.privateKey && other.signsIn > key.signsIn && other.signsIn + longestUse < 0,
  );
}

async function createKey(tx: Statements, { derivedKeys }: KeyOptions, signsIn: number) {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const jwk = publicKey.export({ format: 'jwk' });
  const kid = await calculateJwkThumbprint(jwk);
  const pem = Buffer.from(privateKey.export({ type: 'pkcs8', format: 'pem' }));
  await tx.rows(
    `insert into auth.signing_keys (id, public_jwk, private_key, signs_from, created_at)
     values ($1, $2, $3, now() + $4 * interval '1 millisecond', now())`,
    [
      kid,
      JSON.stringify({ ...jwk, kid, alg: ALGORITHM, use: 'sig', key_ops: ['verify'] }),
      derivedKeys.encrypt(pem, encryptionContext(kid)),
      signsIn,
    ],
  );
}

type Row = { jwk: JWK; private_key: Buffer } & Pick<Key, 'kid' | 'age' | 'signsIn'>;

/** The keys, the one to sign with latest first. */
async function readKeys(statements: Statements, { derivedKeys, log }: KeyOptions): Promise<Key[]> {
  const rows = await statements.rows<Row>(
    `select id as kid, public_jwk as jwk, private_key,
       extract(epoch from signs_from - now())::float8 * 1000 as "signsIn",
       extract(epoch from now() - created_at)::float8 * 1000 as age
     from auth.signing_keys order by signs_from desc, id`,
    [],
  );
  return rows.map(({ private_key: encrypted, ...key }) => ({
    ...key,
    privateKey: decryptPrivateKey(key.kid, encrypted, derivedKeys, log),
  }));
}

function decryptPrivateKey(kid: string, encrypted: Buffer, derivedKeys: DerivedKeys, log: Log) {
  let pem: string;
  try {
    pem = derivedKeys.decrypt(encrypted, encryptionContext(kid)).toString();
  } catch {
    log.warn({ kid }, 'this signing key was encrypted with another secret and cannot be used');
    return undefined;
  }
  return createPrivateKey(pem);
}

function encryptionContext(kid: string): string {
  return `auth.signing_keys ${kid}`;
}
