import { randomUUID } from 'node:crypto';
import type { NewsletterForm } from '#contract/newsletter.ts';
import type { Database } from '#server/database/database.ts';
import type { GuestLimits, Visit } from '#server/http/guest-limits.ts';
import type { Jobs } from '#server/jobs/jobs.ts';
import { askForNewsletter, confirmSubscription, endSubscription } from './queries.ts';
import { hashOf, type NewsletterTokens } from './token.ts';

export type Newsletter = {
  /**
   * Has a mail sent that asks the address to confirm, or tells it that it is subscribed. Who asks cannot tell which,
   * nor whether the address has had its mails of the day: the link in the newest of them stays good for a week.
   * Refuses `proof_of_work_required`.
   */
  ask(form: NewsletterForm, visit: Visit): Promise<void>;
  /** False when the token is unknown, spent, replaced by a newer one, or older than a week. */
  confirm(token: string): Promise<boolean>;
  /** Forgets the address with this key, if there is one. */
  leave(leavingKey: string): Promise<void>;
};

const DAY = 24 * 3600;

export function openNewsletter(deps: {
  database: Database;
  jobs: Jobs;
  limits: GuestLimits;
  tokenOf: NewsletterTokens;
}): Newsletter {
  const { database, jobs, limits, tokenOf } = deps;
  const ofNetwork = limits.limit('newsletter network', { points: 20, seconds: 3600 });
  const inAll = limits.limit('newsletter in all', { points: 1000, seconds: DAY });
  // The mailbox belongs to somebody who may not have asked.
  const toAddress = limits.limit('newsletter address', { points: 3, seconds: DAY });

  return {
    async ask({ email: typed, website }, visit) {
      if (website) return;
      const email = typed.toLowerCase();
      await limits.count('newsletter', [ofNetwork(visit.network), inAll('')], visit);
      const requestId = randomUUID();
      await database.transactAsGuest(async (tx) => {
        if (!(await limits.mayHave(tx, toAddress(email)))) return;
        await tx.rows(askForNewsletter(email, requestId, hashOf(tokenOf(requestId))));
        await jobs.send(tx.withCommit, 'newsletter-request', { request_id: requestId });
      });
    },
    async confirm(token) {
      const [row] = await database.rows(confirmSubscription(hashOf(token)));
      return row?.confirmed ?? false;
    },
    async leave(leavingKey) {
      await database.rows(endSubscription(leavingKey));
    },
  };
}
