import type { Auth } from '@aparajita/auth-server';
import { Hono } from 'hono';
import { AppError } from '#contract/errors.ts';
import { addressRoutes } from './addresses/routes.ts';
import { cartRoutes } from './cart/routes.ts';
import type { Catalogue } from './catalogue/catalogue.ts';
import { catalogueRoutes } from './catalogue/routes.ts';
import type { UnpaidLimit } from './checkout/unpaid-limit.ts';
import { contactForm, contactRoutes } from './contact/routes.ts';
import type { Database } from './database/database.ts';
import { onlyThisMachine } from './demo/only-this-machine.ts';
import { mailboxRoutes } from './email/dev-mailbox.ts';
import type { Guests } from './guests.ts';
import { canonicalHost } from './http/canonical-host.ts';
import { answerFaults, answerRefusal, answerUnknownPath } from './http/errors.ts';
import { healthRoutes } from './http/health.ts';
import { limitBody } from './http/limit-body.ts';
import { openapiRoutes } from './http/openapi-routes.ts';
import { logRequests } from './http/request-log.ts';
import { secureHeaders } from './http/secure-headers.ts';
import type { Jobs } from './jobs/jobs.ts';
import type { Log } from './log.ts';
import { newsletterForms, newsletterRoutes } from './newsletter/routes.ts';
import type { CashLimits } from './orders/cash-limits.ts';
import { orderRoutes } from './orders/routes.ts';
import { gatewayRoutes } from './payments/gateway-routes.ts';
import type { Payments } from './payments/payments.ts';
import { paymentRoutes } from './payments/routes.ts';
import { profileRoutes } from './profile/routes.ts';
import { crawlerRoutes } from './seo/routes.ts';
import { sessionRoutes } from './sessions/routes.ts';

export type AppDependencies = {
  database: Database;
  /** Who an Authorization header names. */
  authenticate: Auth['shopperFrom'];
  /** Our accounts; null where another service keeps them. */
  auth: Auth | null;
  catalogue: Catalogue;
  jobs: Jobs;
  payments: Payments;
  /** What strangers may leave with the shop; absent where nobody does, as in trials of payments. */
  visitors?: Guests;
  /** Absent: cash is not limited. */
  cashLimits?: CashLimits;
  unpaidLimit?: UnpaidLimit;
  /** The sandbox gateway's part in the browser; absent where there is none. */
  sandbox?: Hono;
  log: Log;
  /** Makes request ids. */
  newId: () => string;
  publicUrl: string;
  /** Hosts that are not sent on to the shop's own. */
  previewHosts?: readonly string[];
  /** Whether https is promised for the hosts below the shop's, too; so by default. */
  hstsSubdomains?: boolean;
  /** Opens /dev/*, for this machine alone; never true in production. */
  demo: boolean;
  /** Files and rendered pages: whatever no route above answers. Absent in tests of the API. */
  pages?: Hono;
};

/** No request of the API needs more; a stranger's megabytes are refused before they are read. */
const BODY_LIMIT = 64 * 1024;

/** The whole shop as one request handler. Reads from top to bottom as a request travels. */
export function createApp(deps: AppDependencies): Hono {
  const { database, authenticate, auth, catalogue, jobs, payments, log } = deps;

  const app = new Hono();
  app.onError(answerFaults(log));
  app.notFound(answerUnknownPath);

  app.use(logRequests(log, deps.newId));
  app.use(secureHeaders(deps.publicUrl, deps.hstsSubdomains));
  app.use(canonicalHost(deps.publicUrl, deps.previewHosts ?? []));
  if (deps.demo || deps.sandbox) app.use(onlyThisMachine(deps.publicUrl, log));

  app.route('/', healthRoutes(catalogue, payments.context.gateway?.mode ?? null));
  if (auth) app.route('/auth/v1', auth.routes);
  app.all('/auth/v1/*', answerUnknownPath);

  const limited = limitBody({
    maxSize: BODY_LIMIT,
    onError: (c) => answerRefusal(c, TOO_LARGE),
  });
  app.use('/api/*', limited);
  app.route('/api', openapiRoutes(deps.publicUrl));
  const { pages } = deps;
  // A page beside what it describes; the second is how the router asks for its data.
  if (pages) app.get('/api/:page{reference(?:\\.data)?}', (c) => pages.fetch(c.req.raw, c.env));
  app.route('/api', catalogueRoutes(catalogue, authenticate));
  app.route('/api', cartRoutes(database, authenticate));
  app.route('/api', addressRoutes(database, authenticate));
  app.route('/api', profileRoutes(database, authenticate));
  app.route('/api', sessionRoutes(database, authenticate));
  const { cancelOpenPayment } = payments;
  const { cashLimits, unpaidLimit = null } = deps;
  const ordering = {
    database,
    jobs,
    cancelOpenPayment,
    unpaidLimit,
    ...(cashLimits && { cashLimits }),
  };
  app.route('/api', orderRoutes(ordering, authenticate));
  app.route('/api', gatewayRoutes(payments));
  app.route('/api', paymentRoutes(payments.context, authenticate));
  if (deps.visitors) {
    app.route('/api', contactRoutes(deps.visitors, authenticate));
    app.route('/api', newsletterRoutes(deps.visitors, authenticate));
  }
  app.all('/api/*', answerUnknownPath);

  if (deps.visitors) {
    app.on('POST', ['/contact', '/newsletter', '/newsletter/*'], limited);
    app.route('/', contactForm(deps.visitors, deps.publicUrl));
    app.route('/', newsletterForms(deps.visitors, deps.publicUrl));
  }

  app.route('/', crawlerRoutes(database, deps.publicUrl, Date.now));
  if (deps.demo) app.route('/dev', mailboxRoutes(database));
  if (deps.sandbox) app.route('/sandbox', deps.sandbox);
  if (pages) app.route('/', pages);
  return app;
}

const TOO_LARGE = new AppError('payload_too_large');
