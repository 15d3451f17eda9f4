import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto';

/** Uses of the secret, each with its own derived key (HKDF), so that one use reveals nothing about another. */
export type Vault = {
  /** Encrypts and authenticates (AES-256-GCM). `place` binds the result to where it is stored. */
  encrypt(plain: Buffer, place: string): Buffer;
  /** Decrypts. @throws Error when it was encrypted with another secret, for another place, or changed. */
  decrypt(sealed: Buffer, place: string): Buffer;
  /** As `decrypt`, also for data encrypted with an earlier secret, which `isOld` reports. */
  decryptOld(sealed: Buffer, place: string): { plain: Buffer; isOld: boolean };
  /** An HMAC: 32 bytes that only a holder of the secret can compute. */
  sign(purpose: string, data: Buffer | string): Buffer;
  /** An HMAC as an opaque name for `value`: for keys of tables. */
  hmacName(purpose: string, value: string): string;
};

const NONCE_BYTES = 12;
const TAG_BYTES = 16;

export type VaultOptions = {
  secret: string;
  /** Earlier secrets: they only decrypt. */
  previousSecrets?: string[];
  /** Prefix of every key's label: with another one nothing encrypted or signed before is recognized. */
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
    hmacName: (purpose, value) => sign(purpose, value).toString('base64url').slice(0, 32),
    encrypt(plain, place) {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv('aes-256-gcm', sealing, nonce).setAAD(Buffer.from(place));
      return Buffer.concat([nonce, cipher.update(plain), cipher.final(), cipher.getAuthTag()]);
    },
    decrypt: (sealed, place) => openWith(sealing, sealed, place),
    decryptOld(sealed, place) {
      for (const key of [sealing, ...sealedBefore]) {
        try {
          return { plain: openWith(key, sealed, place), isOld: key !== sealing };
        } catch {} // encrypted with another one
      }
      throw new Error(
        `${place} was encrypted with a secret that is neither this one nor a previous one`,
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
