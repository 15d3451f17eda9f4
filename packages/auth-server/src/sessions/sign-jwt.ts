import { sign } from 'node:crypto';
import { ALGORITHM, type Signer } from './signing-key-store.ts';

/**
 * Signs claims as a JWT: the compact form of RFC 7515, with ES256 (RFC 7518, 3.4). In this thread, by Node's own
 * crypto: jose signs by WebCrypto in another thread, which took twice the CPU (115 instead of 230 µs).
 */
export function signJwt(claims: object, { kid, privateKey }: Signer): string {
  const signed = `${encode({ alg: ALGORITHM, kid, typ: 'JWT' })}.${encode(claims)}`;
  const signature = sign('sha256', Buffer.from(signed), {
    key: privateKey,
    dsaEncoding: 'ieee-p1363', // both numbers side by side, as JWTs have them, instead of DER
  });
  return `${signed}.${signature.toString('base64url')}`;
}

function encode(part: object): string {
  return Buffer.from(JSON.stringify(part)).toString('base64url');
}
