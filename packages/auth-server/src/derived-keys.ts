import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createSecretKey,
  hkdfSync,
  randomBytes,
} from 'node:crypto';

const NONCE_BYTES = 12;
const TAG_BYTES = 16;

type DerivedKeysOptions = {
  secret: string;
  /** Earlier secrets: they only decrypt. */
  previousSecrets?: string[];
  /** Prefix of every key's label: with another one nothing encrypted or signed before is recognized. */
  keyLabel: string;
};

/** Uses of the secret, each with its own derived key (HKDF), so that one use reveals nothing about another. */
export type DerivedKeys = ReturnType<typeof deriveKeys>;

export function deriveKeys({ secret, previousSecrets = [], keyLabel }: DerivedKeysOptions) {
  const derive = (from: string, use: string) =>
    Buffer.from(hkdfSync('sha256', from, '', `${keyLabel} ${use}`, 32));
  const encryptionKey = derive(secret, 'sealing');
  const signingKey = createSecretKey(derive(secret, 'signing')); // bytes would become a key object in each call
  const previousEncryptionKeys = previousSecrets.map((previous) => derive(previous, 'sealing'));

  /** An HMAC: 32 bytes that only a holder of the secret can compute. */
  const hmac = (purpose: string, data: Buffer | string): Buffer =>
    createHmac('sha256', signingKey).update(purpose).update('\0').update(data).digest();

  return {
    hmac,
    /** An HMAC as an opaque id of `value`: for keys of tables. */
    hmacId: (purpose: string, value: string) =>
      hmac(purpose, value).toString('base64url').slice(0, 32),
    /** Encrypts and authenticates (AES-256-GCM). `context` binds the result to where it is stored. */
    encrypt(plain: Buffer, context: string): Buffer {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv('aes-256-gcm', encryptionKey, nonce);
      cipher.setAAD(Buffer.from(context));
      return Buffer.concat([nonce, cipher.update(plain), cipher.final(), cipher.getAuthTag()]);
    },
    /**
     * Decrypts what was encrypted with this secret, or with an earlier one, which `isOld` reports.
     *
     * @throws Error when it was encrypted with another secret, for another context, or changed.
     */
    decryptRotated(encrypted: Buffer, context: string): { plain: Buffer; isOld: boolean } {
      for (const key of [encryptionKey, ...previousEncryptionKeys]) {
        try {
          return { plain: decryptWith(key, encrypted, context), isOld: key !== encryptionKey };
        } catch {} // encrypted with another one
      }
      throw new Error(`${context} was encrypted with neither this secret nor a previous one`);
    },
  };
}

function decryptWith(key: Buffer, encrypted: Buffer, context: string): Buffer {
  const nonce = encrypted.subarray(0, NONCE_BYTES);
  const tag = encrypted.subarray(encrypted.length - TAG_BYTES);
  const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: TAG_BYTES })
    .setAAD(Buffer.from(context))
    .setAuthTag(tag);
  const body = encrypted.subarray(NONCE_BYTES, encrypted.length - TAG_BYTES);
  return Buffer.concat([decipher.update(body), decipher.final()]);
}
