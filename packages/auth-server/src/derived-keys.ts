import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createSecretKey,
  hkdfSync,
  randomBytes,
} from 'node:crypto';

/** Uses of the secret, each with its own derived key (HKDF), so that one use reveals nothing about another. */
export type DerivedKeys = {
  /** Encrypts and authenticates (AES-256-GCM). `context` binds the result to where it is stored. */
  encrypt(plain: Buffer, context: string): Buffer;
  /** Decrypts. @throws Error when it was encrypted with another secret, for another context, or changed. */
  decrypt(encrypted: Buffer, context: string): Buffer;
  /** As `decrypt`, also for data encrypted with an earlier secret, which `isOld` reports. */
  decryptRotated(encrypted: Buffer, context: string): { plain: Buffer; isOld: boolean };
  /** An HMAC: 32 bytes that only a holder of the secret can compute. */
  hmac(purpose: string, data: Buffer | string): Buffer;
  /** An HMAC as an opaque id of `value`: for keys of tables. */
  hmacId(purpose: string, value: string): string;
};

const NONCE_BYTES = 12;
const TAG_BYTES = 16;

type DerivedKeysOptions = {
  secret: string;
  /** Earlier secrets: they only decrypt. */
  previousSecrets?: string[];
  /** Prefix of every key's label: with another one nothing encrypted or signed before is recognized. */
  keyLabel: string;
};

export function deriveKeys({
  secret,
  previousSecrets = [],
  keyLabel,
}: DerivedKeysOptions): DerivedKeys {
  const derive = (from: string, use: string) =>
    Buffer.from(hkdfSync('sha256', from, '', `${keyLabel} ${use}`, 32));
  const encryptionKey = derive(secret, 'sealing');
  const signingKey = createSecretKey(derive(secret, 'signing')); // bytes would become a key object in each call
  const previousEncryptionKeys = previousSecrets.map((previous) => derive(previous, 'sealing'));

  const hmac: DerivedKeys['hmac'] = (purpose, data) =>
    createHmac('sha256', signingKey).update(purpose).update('\0').update(data).digest();

  return {
    hmac,
    hmacId: (purpose, value) => hmac(purpose, value).toString('base64url').slice(0, 32),
    encrypt(plain, context) {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv('aes-256-gcm', encryptionKey, nonce).setAAD(
        Buffer.from(context),
      );
      return Buffer.concat([nonce, cipher.update(plain), cipher.final(), cipher.getAuthTag()]);
    },
    decrypt: (encrypted, context) => decryptWith(encryptionKey, encrypted, context),
    decryptRotated(encrypted, context) {
      for (const key of [encryptionKey, ...previousEncryptionKeys]) {
        try {
          return { plain: decryptWith(key, encrypted, context), isOld: key !== encryptionKey };
        } catch {} // encrypted with another one
      }
      throw new Error(
        `${context} was encrypted with a secret that is neither this one nor a previous one`,
      );
    },
  };
}

function decryptWith(key: Buffer, encrypted: Buffer, context: string): Buffer {
  const nonce = encrypted.subarray(0, NONCE_BYTES);
  const tag = encrypted.subarray(encrypted.length - TAG_BYTES);
  const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: TAG_BYTES })
    .setAAD(Buffer.from(context))
    .setAuthTag(tag);
  return Buffer.concat([
    decipher.update(encrypted.subarray(NONCE_BYTES, encrypted.length - TAG_BYTES)),
    decipher.final(),
  ]);
}
