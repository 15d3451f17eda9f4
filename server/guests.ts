import { type ContactService, openContactService } from './contact/contact-service.ts';
import type { Database } from './database/database.ts';
import { deriveShopKeys } from './derived-keys.ts';
import { type GuestLimits, guestLimits } from './http/guest-limits.ts';
import type { Jobs } from './jobs/jobs.ts';
import { type Newsletter, openNewsletter } from './newsletter/newsletter.ts';
import { newsletterTokens } from './newsletter/token.ts';

/** What a guest may do without an account, rate limited. */
export type Guests = {
  contact: ContactService;
  newsletter: Newsletter;
  visitOf: GuestLimits['visitOf'];
};

export type GuestsOptions = {
  database: Database;
  jobs: Jobs;
  /** Derives the keys that hash rate limit keys, sign challenges and make the tokens in mails. */
  secret: string;
  /** Multiplies every limit. */
  limitsFactor: number;
  /** How many of our proxies append to X-Forwarded-For; decides under which network a guest is counted. */
  trustProxyHops: number;
};

export function openGuests(options: GuestsOptions): Guests {
  const { database, jobs, secret, limitsFactor: factor, trustProxyHops } = options;
  const limits = guestLimits({ database, keys: deriveShopKeys(secret), factor, trustProxyHops });
  return {
    contact: openContactService({ database, jobs, limits }),
    newsletter: openNewsletter({ database, jobs, limits, tokenOf: newsletterTokens(secret) }),
    visitOf: limits.visitOf,
  };
}
