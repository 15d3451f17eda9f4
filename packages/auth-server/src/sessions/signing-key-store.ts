import { createPrivateKey, type KeyObject } from 'node:crypto';
import {
  type CryptoKey,
  calculateJwkThumbprint,
  exportJWK,
  exportPKCS8,
  generateKeyPair,
  importJWK,
  type JWK,
} from 'jose';
import type { DerivedKeys } from '#auth-server/derived-keys.ts';
import type { Log } from '#auth-server/log.ts';
import type { Statements, Store } from '#auth-server/store.ts';

export const ALGORITHM = 'ES256';

/** A key is published for as long as a token of it is valid. */
export const ACCESS_TOKEN_SECONDS = 3600;

/** The age of the newest key at which a new one is created. */
const MAX_AGE_DAYS = 90;

/** Cache lifetime of the published keys, in seconds. */
export const KEYS_MAX_AGE = 600;

/** How long a key is published before it signs, so that every verifier has it by then. */
export const NOTICE_MS = 2 * KEYS_MAX_AGE * 1000;
const KEYS_LOCK = 7_306_327;

/** A key pair ready for use. */
export type Key = {
  kid: string;
  jwk: JWK;
  publicKey: CryptoKey;
  /** Absent when it was encrypted with another secret: its signatures can still be verified. */
  privateKey: KeyObject | undefined;
  /** Milliseconds until it may sign, at the time it was read; below 0 when it may already. */
  signsIn: number;
  /** Its age in milliseconds, at the time it was read. */
  age: number;
};

type Row = {
  id: string;
  public_jwk: JWK;
  private_key: Buffer;
  signs_in: number;
  age: number;
};

export type KeyOptions = {
  store: Store;
  derivedKeys: DerivedKeys;
  log: Log;
};

/** A private key and its id. */
export type Signer = { kid: string; privateKey: KeyObject };

/**
 * The newest key that may sign already, `elapsed` milliseconds after they were read. If none may yet, the first that
 * will: a key created on a clock that ran ahead must not prevent signing in.
 */
export function chooseSigner(keys: Key[], elapsed: number): Signer | undefined {
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
export async function loadOrCreate(options: KeyOptions): Promise<Key[]> {
  const keys = await readKeys(options.store, options);
  const isChangeDue =
    isNewKeyDue(keys) || keys.some((key) => isInFuture(key) || isExpired(key, keys));
  if (!isChangeDue) return keys;
  return options.store.transact(async (tx) => {
    await tx.rows('select pg_advisory_xact_lock($1)', [KEYS_LOCK]);
    await correctFutureTimes(tx);
    const present = await readKeys(tx, options); // another process may have been first
    const expired = present.filter((key) => isExpired(key, present)).map(({ kid }) => kid);
    if (expired.length > 0)
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

/** Created on a clock that ran ahead (the database's own before it was corrected), or by a former version. */
function isInFuture({ age, signsIn }: Key): boolean {
  return age < -LEEWAY_MS || signsIn > NOTICE_MS + LEEWAY_MS;
}

/** Two statements that read the same clock differ by less. */
const LEEWAY_MS = 60_000;

/** A key from the future may be signing, so its time is set to now at the latest. Later ones stay later. */
async function correctFutureTimes(tx: Statements): Promise<void> {
  await tx.rows(
    `update auth.signing_keys k set created_at = least(created_at, now()),
       signs_from = least(signs_from, now() + later * interval '1 millisecond')
     from (
       select id, row_number() over (order by signs_from, id) as later from auth.signing_keys
     ) numbered
     where k.id = numbered.id and (created_at > now() + $1 * interval '1 millisecond'
       or signs_from > now() + $2 * interval '1 millisecond')`,
    [LEEWAY_MS, NOTICE_MS + LEEWAY_MS],
  );
}

async function createKey(tx: Statements, { derivedKeys }: KeyOptions, signsIn: number) {
  const { publicKey, privateKey } = await generateKeyPair(ALGORITHM, { extractable: true });
  const jwk = await exportJWK(publicKey);
  const kid = await calculateJwkThumbprint(jwk);
  await tx.rows(
    `insert into auth.signing_keys (id, public_jwk, private_key, signs_from, created_at)
     values ($1, $2, $3, now() + $4 * interval '1 millisecond', now())`,
    [
      kid,
      JSON.stringify({ ...jwk, kid, alg: ALGORITHM, use: 'sig', key_ops: ['verify'] }),
      derivedKeys.encrypt(Buffer.from(await exportPKCS8(privateKey)), encryptionContext(kid)),
      signsIn,
    ],
  );
}

/** The keys, the one to sign with latest first. */
async function readKeys(statements: Statements, { derivedKeys, log }: KeyOptions): Promise<Key[]> {
  const rows = await statements.rows<Row>(
    `select id, public_jwk, private_key,
       extract(epoch from signs_from - now())::float8 * 1000 as signs_in,
       extract(epoch from now() - created_at)::float8 * 1000 as age
     from auth.signing_keys order by signs_from desc, id`,
    [],
  );
  return Promise.all(
    rows.map(async (row) => {
      const publicKey = await importJWK(row.public_jwk, ALGORITHM);
      if (publicKey instanceof Uint8Array) throw new Error('A signing key is not a key pair');
      return {
        kid: row.id,
        jwk: row.public_jwk,
        publicKey,
        privateKey: decryptPrivateKey(row, derivedKeys, log),
        signsIn: row.signs_in,
        age: row.age,
      };
    }),
  );
}

function decryptPrivateKey(row: Row, derivedKeys: DerivedKeys, log: Log): KeyObject | undefined {
  let pem: string;
  try {
    pem = derivedKeys.decrypt(row.private_key, encryptionContext(row.id)).toString();
  } catch {
    log.warn(
      { kid: row.id },
      'this signing key was encrypted with another secret and cannot be used',
    );
    return undefined;
  }
  return createPrivateKey(pem);
}

function encryptionContext(kid: string): string {
  return `auth.signing_keys ${kid}`;
}
