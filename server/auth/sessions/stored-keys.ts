import {
  type CryptoKey,
  calculateJwkThumbprint,
  exportJWK,
  exportPKCS8,
  generateKeyPair,
  importJWK,
  importPKCS8,
  type JWK,
} from 'jose';
import type { Log } from '#server/platform/log.ts';
import type { Statements, Store } from '../store.ts';
import type { Vault } from '../vault.ts';

export const ALGORITHM = 'ES256';

/** For how long others may keep the published keys, in seconds. */
export const KEYS_MAX_AGE = 600;

/** A key is published for so long before anything is signed with it: then everyone who will meet it has it. */
export const NOTICE_MS = 2 * KEYS_MAX_AGE * 1000;
const KEYS_LOCK = 7_306_327;

/** A key pair as it is used. */
export type Key = {
  kid: string;
  jwk: JWK;
  publicKey: CryptoKey;
  /** Absent when it was sealed with another secret: what it signed can still be verified. */
  privateKey: CryptoKey | undefined;
  signsFrom: number;
  createdAt: number;
};

type Row = {
  id: string;
  public_jwk: JWK;
  private_key: Buffer;
  signs_from: string;
  created_at: string;
};

export type KeyOptions = {
  store: Store;
  vault: Vault;
  clock: () => Date;
  log: Log;
  signingKeyDays: number;
  accessTokenSeconds: number;
};

/** The newest key that may sign already. */
export function signer(
  keys: Key[],
  now: number,
): { kid: string; privateKey: CryptoKey } | undefined {
  for (const { kid, privateKey, signsFrom } of keys) {
    if (privateKey && signsFrom <= now) return { kid, privateKey };
  }
}

/** The keys, the one to sign with latest first; makes the next and drops the dead when it is time. */
export async function loadOrMake(options: KeyOptions): Promise<Key[]> {
  const keys = await read(options.store, options);
  const now = options.clock().getTime();
  if (!needsAnother(keys, options, now) && !keys.some((key) => isDead(key, keys, options, now))) {
    return keys;
  }
  return options.store.transact(async (tx) => {
    await tx.rows('select pg_advisory_xact_lock($1)', [KEYS_LOCK]);
    const present = await read(tx, options); // another process may have been first
    const dead = present.filter((key) => isDead(key, present, options, now)).map(({ kid }) => kid);
    if (dead.length > 0) await tx.rows('delete from auth.signing_keys where id = any($1)', [dead]);
    if (needsAnother(present, options, now)) {
      await make(tx, options, signer(present, now) ? now + NOTICE_MS : now, now);
    }
    return read(tx, options);
  });
}

function needsAnother(keys: Key[], { signingKeyDays }: KeyOptions, now: number): boolean {
  const newest = keys.find(({ privateKey }) => privateKey);
  return !newest || newest.createdAt < now - signingKeyDays * 86_400_000;
}

/** True when a newer key has been signing for longer than any token of this one can live. */
function isDead(key: Key, keys: Key[], { accessTokenSeconds }: KeyOptions, now: number): boolean {
  const longestUse = accessTokenSeconds * 1000 + NOTICE_MS;
  return keys.some(
    (other) =>
      other.privateKey && other.signsFrom > key.signsFrom && other.signsFrom + longestUse < now,
  );
}

async function make(tx: Statements, { vault }: KeyOptions, signsFrom: number, now: number) {
  const { publicKey, privateKey } = await generateKeyPair(ALGORITHM, { extractable: true });
  const jwk = await exportJWK(publicKey);
  const kid = await calculateJwkThumbprint(jwk);
  await tx.rows(
    `insert into auth.signing_keys (id, public_jwk, private_key, signs_from, created_at)
     values ($1, $2, $3, $4, $5)`,
    [
      kid,
      JSON.stringify({ ...jwk, kid, alg: ALGORITHM, use: 'sig', key_ops: ['verify'] }),
      vault.seal(Buffer.from(await exportPKCS8(privateKey)), place(kid)),
      new Date(signsFrom),
      new Date(now),
    ],
  );
}

/** The keys, the one to sign with latest first. */
async function read(statements: Statements, { vault, log }: KeyOptions): Promise<Key[]> {
  const rows = await statements.rows<Row>(
    `select id, public_jwk, private_key, to_json(signs_from) as signs_from, to_json(created_at) as created_at
     from auth.signing_keys order by auth.signing_keys.signs_from desc, id`,
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
        privateKey: await open(row, vault, log),
        signsFrom: Date.parse(row.signs_from),
        createdAt: Date.parse(row.created_at),
      };
    }),
  );
}

async function open(row: Row, vault: Vault, log: Log): Promise<CryptoKey | undefined> {
  let pem: string;
  try {
    pem = vault.open(row.private_key, place(row.id)).toString();
  } catch {
    log.warn({ kid: row.id }, 'this signing key was sealed with another secret and cannot be used');
    return undefined;
  }
  return importPKCS8(pem, ALGORITHM);
}

function place(kid: string): string {
  return `auth.signing_keys ${kid}`;
}
