import { Hono } from 'hono';
import type { NewsletterOffer } from '#domain/coupon.ts';
import {
  type ContactService,
  contactForm,
  contactRoutes,
  openContactService,
} from './contact/routes.ts';
import { deriveShopKeys } from './crypto/derived-keys.ts';
import type { Database } from './database/database.ts';
import { type GuestLimits, guestLimits } from './http/guest-limits.ts';
import type { Authenticate } from './http/serve-endpoints.ts';
import type { Jobs } from './jobs/jobs.ts';
import { type Newsletter, newsletterTokens, openNewsletter } from './newsletter/newsletter.ts';
import { newsletterForms, newsletterRoutes } from './newsletter/routes.ts';
import { type OrderAnswers, openOrderAnswers, orderAnswerRoutes } from './orders/order-answers.ts';
import type { OrderTokens } from './orders/order-tokens.ts';

/** What a guest may do without an account, rate limited. */
export type Guests = {
  contact: ContactService;
  newsletter: Newsletter;
  orderAnswers: OrderAnswers;
  clientOf: GuestLimits['clientOf'];
};

type GuestsOptions = {
  database: Database;
  /** Acts for a shopper without a session, who has the link of an email. */
  systemDatabase: Database;
  jobs: Jobs;
  /** Derives the keys that hash rate limit keys, sign challenges and make the tokens in emails. */
  secret: string;
  /** Of the links of emails that ask whether a cash order is wanted. */
  answerTokens: OrderTokens;
  /** Multiplies every limit. */
  limitsFactor: number;
  /** How many of our proxies append to X-Forwarded-For; decides under which network a guest is counted. */
  trustProxyHops: number;
  /** The code that subscribing to the newsletter brings now. */
  newsletterOffer: () => NewsletterOffer | null;
};

export function openGuests(options: GuestsOptions): Guests {
  const { database, systemDatabase, jobs, secret, answerTokens: tokens } = options;
  const { limitsFactor: factor, trustProxyHops } = options;
  const limits = guestLimits({ database, keys: deriveShopKeys(secret), factor, trustProxyHops });
  return {
    contact: openContactService({ database, jobs, limits }),
    newsletter: openNewsletter({
      ...{ database, jobs, limits, tokenOf: newsletterTokens(secret) },
      offer: options.newsletterOffer,
    }),
    orderAnswers: openOrderAnswers({ database: systemDatabase, jobs, limits, tokens }),
    clientOf: limits.clientOf,
  };
}

/** The API's routes that need no session. */
export function guestRoutes(guests: Guests, authenticate: Authenticate): Hono {
  return new Hono()
    .route('/', contactRoutes(guests, authenticate))
    .route('/', newsletterRoutes(guests, authenticate))
    .route('/', orderAnswerRoutes(guests, authenticate));
}

/** The same for forms sent without JavaScript, at the pages' paths. */
export function guestForms(guests: Guests, publicUrl: string): Hono {
  return new Hono()
    .route('/', contactForm(guests, publicUrl))
    .route('/', newsletterForms(guests, publicUrl));
}
