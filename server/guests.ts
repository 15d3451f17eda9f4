import { type ContactDesk, openContactDesk } from './contact/leave-message.ts';
import type { Database } from './database/database.ts';
import { type GuestLimits, guestLimits } from './http/guest-limits.ts';
import type { Jobs } from './jobs/jobs.ts';
import { type Newsletter, openNewsletter } from './newsletter/newsletter.ts';
import { newsletterTokens } from './newsletter/token.ts';
import { openVault } from './vault.ts';

/** What anybody may do without an account, each within limits. */
export type Guests = {
  contact: ContactDesk;
  newsletter: Newsletter;
  visitOf: GuestLimits['visitOf'];
};

export type VisitorsOptions = {
  database: Database;
  jobs: Jobs;
  /** Blinds what is counted, signs challenges, and makes the tokens of mails. */
  secret: string;
  /** Multiplies every limit. */
  limitsFactor: number;
  /** How many proxies of ours append to X-Forwarded-For: whose network a visitor is counted under. */
  trustProxyHops: number;
};

export function openGuests(options: VisitorsOptions): Guests {
  const { database, jobs, secret, limitsFactor: factor, trustProxyHops } = options;
  const limits = guestLimits({ database, vault: openVault(secret), factor, trustProxyHops });
  return {
    contact: openContactDesk({ database, jobs, limits }),
    newsletter: openNewsletter({ database, jobs, limits, tokenOf: newsletterTokens(secret) }),
    visitOf: limits.visitOf,
  };
}
