import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto';

/** What is done with the secret, each with a key of its own (HKDF), so that one use tells nothing about another. */
export type Vault = {
  /** Encrypts and authenticates (AES-256-GCM). `place` binds the result to where it is kept. */
  seal(plain: Buffer, place: string): Buffer;
  /** @throws Error when it was sealed with another secret, for another place, or changed. */
  open(sealed: Buffer, place: string): Buffer;
  /** 32 bytes that only a holder of the secret can compute. */
  sign(purpose: string, data: Buffer | string): Buffer;
  /** A name for `value` that tells nothing about it: for keys of tables. */
  blind(purpose: string, value: string): string;
};

const NONCE_BYTES = 12;
const TAG_BYTES = 16;

export function createVault(secret: string): Vault {
  const derive = (use: string) =>
    Buffer.from(hkdfSync('sha256', secret, '', `aparajita ${use}`, 32));
  const sealing = derive('sealing');
  const signing = derive('signing');

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
    open(sealed, place) {
      const nonce = sealed.subarray(0, NONCE_BYTES);
      const tag = sealed.subarray(sealed.length - TAG_BYTES);
      const opener = createDecipheriv('aes-256-gcm', sealing, nonce, { authTagLength: TAG_BYTES })
        .setAAD(Buffer.from(place))
        .setAuthTag(tag);
      return Buffer.concat([
        opener.update(sealed.subarray(NONCE_BYTES, sealed.length - TAG_BYTES)),
        opener.final(),
      ]);
    },
  };
}
