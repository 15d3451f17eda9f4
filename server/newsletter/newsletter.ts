import { randomUUID } from 'node:crypto';
import type { NewsletterForm } from '#contract/newsletter.ts';
import { DAY_SECONDS } from '#domain/day.ts';
import { deriveShopKeys, hashOfToken } from '#server/crypto/derived-keys.ts';
import type { Database } from '#server/database/database.ts';
import type { GuestClient, GuestLimits } from '#server/http/guest-limits.ts';
import type { Jobs } from '#server/jobs/jobs.ts';
import { confirmSubscription, endSubscription, requestSubscription } from './queries.ts';

export type Newsletter = {
  /**
   * Queues an email that asks the address to confirm, or says that it is subscribed already. The caller cannot tell
   * which, nor whether the address has reached its daily limit: the newest email's link stays valid for a week.
   * @throws AppError proof_of_work_required.
   */
  subscribe(form: NewsletterForm, client: GuestClient): Promise<void>;
  /** False when the token is unknown, used, replaced by a newer one, or older than a week. */
  confirm(token: string): Promise<boolean>;
  /**
   * Deletes the address with this token. False for a token of an earlier subscription that no address has any more: its
   * address may have subscribed again since.
   */
  unsubscribe(unsubscribeToken: string): Promise<boolean>;
};

export function openNewsletter(deps: {
  database: Database;
  jobs: Jobs;
  limits: GuestLimits;
  tokenOf: NewsletterTokens;
}): Newsletter {
  const { database, jobs, limits, tokenOf } = deps;
  const byNetwork = limits.limit('newsletter network', { points: 20, seconds: 3600 });
  // Lower than the shop-wide limit, so one network cannot exhaust it.
  const bySite = limits.limit('newsletter site', { points: 200, seconds: DAY_SECONDS });
  const overall = limits.limit('newsletter in all', { points: 1000, seconds: DAY_SECONDS });
  // Protects the mailbox's owner, who may not be the one who subscribes.
  const byAddress = limits.limit('newsletter address', { points: 3, seconds: DAY_SECONDS });

  return {
    async subscribe({ email: typed, website }, client) {
      if (website) return;
      const email = typed.toLowerCase();
      const counts = [byNetwork(client.network), bySite(client.site), overall('')];
      await limits.count('newsletter', counts, client);
      const requestId = randomUUID();
      await database.transactAsGuest(async (tx) => {
        if (!(await limits.allows(tx, byAddress(email)))) return;
        await tx.rows(requestSubscription(email, requestId, hashOfToken(tokenOf(requestId))));
        await jobs.send(tx.withCommit, 'newsletter-request', { request_id: requestId });
      });
    },
    async confirm(token) {
      const [row] = await database.rows(confirmSubscription(hashOfToken(token)));
      return row?.confirmed ?? false;
    },
    async unsubscribe(unsubscribeToken) {
      const [row] = await database.rows(endSubscription(unsubscribeToken));
      return row?.ended ?? false;
    },
  };
}

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
