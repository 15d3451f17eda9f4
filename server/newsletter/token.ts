import { deriveShopKeys } from '#server/crypto/derived-keys.ts';

/** Derives the confirmation token of a request. */
export type NewsletterTokens = (requestId: string) => string;

/**
 * Derives 256 bits from the request's id and the shop's secret. The job that emails the token derives it again, so no
 * table stores it, and a job that runs twice sends the same token.
 */
export function newsletterTokens(secret: string): NewsletterTokens {
  const { hmac } = deriveShopKeys(secret);
  return (requestId) => hmac('newsletter', requestId).toString('base64url');
}
