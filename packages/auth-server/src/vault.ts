import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto';

/** What is done with the secret, each with a key of its own (HKDF), so that one use tells nothing about another. */
export type Vault = {
  /** Encrypts and authenticates (AES-256-GCM). `place` binds the result to where it is kept. */
  seal(plain: Buffer, place: string): Buffer;
  /** @throws Error when it was sealed with another secret, for another place, or changed. */
  open(sealed: Buffer, place: string): Buffer;
  /** As `open`, also for what was sealed with one of the secrets from before; `isOld` says that it was. */
  openOld(sealed: Buffer, place: string): { plain: Buffer; isOld: boolean };
  /** 32 bytes that only a holder of the secret can compute. */
  sign(purpose: string, data: Buffer | string): Buffer;
  /** A name for `value` that tells nothing about it: for keys of tables. */
  blind(purpose: string, value: string): string;
};

const NONCE_BYTES = 12;
const TAG_BYTES = 16;

export type VaultOptions = {
  secret: string;
  /** Secrets from before: they open what was sealed with them. */
  previousSecrets?: string[];
  /** Begins the label of every key: with another one nothing sealed or signed before is known any more. */
  keyLabel: string;
};

export function createVault({ secret, previousSecrets = [], keyLabel }: VaultOptions): Vault {
  const derive = (from: string, use: string) =>
    Buffer.from(hkdfSync('sha256', from, '', `${keyLabel} ${use}`, 32));
  const sealing = derive(secret, 'sealing');
  const signing = derive(secret, 'signing');
  const sealedBefore = previousSecrets.map((previous) => derive(previous, 'sealing'));

  const sign: Vault['sign'] = (purpose, data) =>
    createHmac('sha256', signing).update(purpose).update('\0').update(data).digest();

  return {
    sign,
    blind: (purpose, value) => sign(purpose, value).toString('base64url').slice(0, 32),
    seal(plain, place) {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv('aes-256-gcm', sealing, nonce).setAAD(Buffer.from(place));
      return Buffer.concat([nonce, cipher.update(plain), cipher.final(), cipher.getAuthTag()]);
    },
    open: (sealed, place) => openWith(sealing, sealed, place),
    openOld(sealed, place) {
      for (const key of [sealing, ...sealedBefore]) {
        try {
          return { plain: openWith(key, sealed, place), isOld: key !== sealing };
        } catch {} // sealed with another one
      }
      throw new Error(
        `${place} was sealed with a secret that is neither this one nor a previous one`,
      );
    },
  };
}

function openWith(key: Buffer, sealed: Buffer, place: string): Buffer {
  const nonce = sealed.subarray(0, NONCE_BYTES);
  const tag = sealed.subarray(sealed.length - TAG_BYTES);
  const opener = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: TAG_BYTES })
    .setAAD(Buffer.from(place))
    .setAuthTag(tag);
  return Buffer.concat([
    opener.update(sealed.subarray(NONCE_BYTES, sealed.length - TAG_BYTES)),
    opener.final(),
  ]);
}
