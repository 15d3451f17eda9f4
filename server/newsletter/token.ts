import { createHash } from 'node:crypto';
import { openVault } from '#server/vault.ts';

/** Makes the token of the mail to a request. */
export type NewsletterTokens = (requestId: string) => string;

/**
 * 256 bits that only the shop's secret makes of a request's id: the job that mails the token makes it anew, so it
 * stands in no table, and a job that runs twice mails the same one.
 */
export function newsletterTokens(secret: string): NewsletterTokens {
  const { sign } = openVault(secret);
  return (requestId) => sign('newsletter', requestId).toString('base64url');
}

/** What the database keeps of a token. */
export function hashOf(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
