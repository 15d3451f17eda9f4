import { createHash } from 'node:crypto';
import { type DerivedKeys, deriveKeys } from '@aparajita/auth-server';

/**
 * The prefix of the label of every key derived from the shop's secret. It must never change: second factors, signing
 * keys and the links in emails could no longer be read.
 */
export const KEY_LABEL = 'aparajita';

/** Encrypts, signs and hashes with keys derived from the shop's secret. */
export function deriveShopKeys(secret: string): DerivedKeys {
  return deriveKeys({ secret, keyLabel: KEY_LABEL });
}

/**
 * The hash that is stored with an idempotency key. If the key is sent again and the hash differs, it is another request.
 * The order of an object's fields changes the hash; pass the values as a list where it must not.
 */
export function hashOfRequest(request: unknown): string {
  return createHash('sha256').update(JSON.stringify(request)).digest('base64url');
}

/**
 * The SHA-256 of an emailed token. The database stores only this, so nobody who reads the database can use the token.
 */
export function hashOfToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
