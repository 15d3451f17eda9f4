import { createVault } from './auth/vault.ts';
import { type ContactDesk, openContactDesk } from './contact/leave-message.ts';
import type { Jobs } from './jobs/jobs.ts';
import { type Newsletter, openNewsletter } from './newsletter/newsletter.ts';
import { newsletterTokens } from './newsletter/token.ts';
import type { Database } from './platform/database/database.ts';
import { createLimits } from './platform/limits.ts';

/** What anybody may do without an account, each within limits. */
export type Visitors = {
  contact: ContactDesk;
  newsletter: Newsletter;
  /** How many proxies of ours append to X-Forwarded-For: whose network a visitor is counted under. */
  trustProxyHops: number;
};

export type VisitorsOptions = {
  database: Database;
  jobs: Jobs;
  /** Blinds what is counted, and makes the tokens of mails. */
  secret: string;
  /** Multiplies every limit. */
  limitsFactor: number;
  trustProxyHops: number;
};

export function openVisitors(options: VisitorsOptions): Visitors {
  const { database, jobs, secret, limitsFactor, trustProxyHops } = options;
  const { blind } = createVault(secret);
  const limits = createLimits({ database, blind, factor: limitsFactor });
  return {
    contact: openContactDesk({ database, jobs, limits }),
    newsletter: openNewsletter({ database, jobs, limits, tokenOf: newsletterTokens(secret) }),
    trustProxyHops,
  };
}
