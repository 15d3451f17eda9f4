/** For an Idempotency-Key: 128 random bits. `crypto.randomUUID` would be missing where a shop is tried out without HTTPS. */
export function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
