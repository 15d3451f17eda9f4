import { createHash } from 'node:crypto';

/**
 * The hash that is stored with an idempotency key. If the key is sent again and the hash differs, it is another request.
 * The order of an object's fields changes the hash; pass the values as a list where it must not.
 */
export function hashOfRequest(request: unknown): string {
  return createHash('sha256').update(JSON.stringify(request)).digest('base64url');
}
