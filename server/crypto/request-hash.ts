import { createHash } from 'node:crypto';

/**
 * What is stored beside an idempotency key: the same key with another hash is another request. For an answer that does
 * not depend on the order of a body's fields, pass them as a list.
 */
export function hashOfRequest(request: unknown): string {
  return createHash('sha256').update(JSON.stringify(request)).digest('base64url');
}
