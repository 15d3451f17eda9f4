import { randomUUID } from 'node:crypto';
import type { NewsletterForm } from '#contract/newsletter.ts';
import type { Jobs } from '../jobs/jobs.ts';
import type { Database } from '../platform/database/database.ts';
import type { Limits, TakeOne } from '../platform/limits.ts';
import { askForNewsletter, confirmSubscription, endSubscription } from './queries.ts';
import { hashOf, type NewsletterTokens } from './token.ts';

export type Newsletter = {
  /** Counts an attempt from one network. */
  takeFromNetwork: TakeOne;
  /**
   * Has a mail sent that asks the address to confirm, or tells it that it is subscribed. Who asks cannot tell which.
   * Refuses `too_many_requests`.
   */
  ask(form: NewsletterForm): Promise<void>;
  /** False when the token is unknown, spent, replaced by a newer one, or older than a week. */
  confirm(token: string): Promise<boolean>;
  /** Forgets the address with this key, if there is one. */
  leave(leavingKey: string): Promise<void>;
};

const DAY = 24 * 3600;

export function openNewsletter(deps: {
  database: Database;
  jobs: Jobs;
  limits: Limits;
  tokenOf: NewsletterTokens;
}): Newsletter {
  const { database, jobs, limits, tokenOf } = deps;
  const takeFromNetwork = limits('newsletter network', { points: 20, seconds: 3600 });
  // The mailbox belongs to somebody who may not have asked.
  const takeForAddress = limits('newsletter address', { points: 3, seconds: DAY });
  const takeInAll = limits('newsletter in all', { points: 1000, seconds: DAY });

  return {
    takeFromNetwork,
    async ask({ email: typed, website }) {
      if (website) return;
      const email = typed.toLowerCase();
      await takeForAddress(email);
      await takeInAll('');
      const requestId = randomUUID();
      await database.transactAsStranger(async (tx) => {
        await tx.rows(askForNewsletter(email, requestId, hashOf(tokenOf(requestId))));
        await jobs.send(tx.lastly, 'newsletter-request', { request_id: requestId });
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
