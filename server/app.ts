import type { Auth } from '@aparajita/auth-server';
import { Hono } from 'hono';
import { adminEndpoints } from '#contract/endpoints.ts';
import type { CheckoutTerms } from '#domain/decide-checkout.ts';
import { DEFAULT_SHIPPING } from '#domain/shipping.ts';
import { addressRoutes } from './addresses/routes.ts';
import { type AdminDependencies, adminRoutes } from './admin/admin-routes.ts';
import { UPLOAD_PATH } from './admin/products/upload.ts';
import { cartRoutes } from './cart/routes.ts';
import type { Catalogue } from './catalogue/catalogue.ts';
import { catalogueRoutes } from './catalogue/routes.ts';
import { checkoutRoutes } from './checkout/routes.ts';
import type { Database } from './database/database.ts';
import { deliveryRoutes } from './delivery/routes.ts';
import { demoAdminRoutes, mailboxRoutes } from './demo/dev-pages.ts';
import { loopbackOnly } from './demo/loopback-only.ts';
import { type Guests, guestForms, guestRoutes } from './guests.ts';
import { canonicalHost } from './http/canonical-host.ts';
import { handleErrors, handleUnknownPath } from './http/errors.ts';
import { healthRoutes } from './http/health.ts';
import { openapiRoutes } from './http/openapi.ts';
import { limitApiBodies, limitPathLength } from './http/request-limits.ts';
import { logRequests } from './http/request-log.ts';
import { secureHeaders } from './http/secure-headers.ts';
import type { Jobs } from './jobs/jobs.ts';
import type { Log } from './log.ts';
import type { OrderTokens } from './orders/order-tokens.ts';
import { orderRoutes } from './orders/routes.ts';
import { referenceRoutes } from './pages/api-reference.ts';
import type { Payments } from './payments/payments.ts';
import { gatewayRoutes, paymentRoutes } from './payments/routes.ts';
import { pictureRoutes } from './pictures/routes.ts';
import { profileRoutes } from './profile/routes.ts';
import { seoRoutes } from './seo/routes.ts';
import { sessionRoutes } from './sessions/routes.ts';

type AppDependencies = {
  database: Database;
  /** The accounts. */
  auth: Pick<Auth, 'authenticate' | 'routes' | 'sessions' | 'admin'>;
  catalogue: Catalogue;
  jobs: Jobs;
  payments: Payments;
  /** Makes and reads the tokens in the links of emails about orders. */
  timelineTokens: OrderTokens;
  /** The admin; absent where no staff work, as in payment tests. */
  admin?: Pick<AdminDependencies, 'staffDatabase' | 'invitationToken' | 'defaultSettings'>;
  /** Forms for guests; absent where no guest sends anything, as in payment tests. */
  guests?: Guests;
  /** What the shop asks of an order now; absent: nothing. */
  terms?: () => CheckoutTerms;
  /** The sandbox gateway's browser routes; absent without a sandbox. */
  sandbox?: Hono;
  /** Whether a stop signal has come: then load balancers must send no more. */
  isStopping?: () => boolean;
  log: Log;
  /** Makes request ids. */
  newId: () => string;
  publicUrl: string;
  /** Hosts that are not redirected to the canonical host. */
  previewHosts?: readonly string[];
  /** Whether HSTS includes subdomains; true by default. */
  hstsSubdomains?: boolean;
  /** Opens /dev/*, to requests from this machine only; never true in production. */
  demo: boolean;
  /** Signs the demo's owner in; absent outside demo mode. */
  signInDemoOwner?: () => Promise<unknown>;
  /** Files and rendered pages: answers every path that no route above matches. Absent in API tests. */
  pages?: Hono;
};

/** The whole shop as one request handler. Middleware and routes are in the order in which a request passes them. */
export function createApp(deps: AppDependencies): Hono {
  const { authenticate } = deps.auth;
  const { database, catalogue, jobs, payments, log } = deps;
  const terms = deps.terms ?? ((): CheckoutTerms => ({}));

  const app = new Hono();
  app.onError(handleErrors(log));
  app.notFound(handleUnknownPath);

  app.use(logRequests(log, deps.newId));
  app.use(secureHeaders(deps.publicUrl, deps.hstsSubdomains));
  app.use(canonicalHost(deps.publicUrl, deps.previewHosts ?? []));
  if (deps.demo || deps.sandbox) app.use(loopbackOnly(deps.publicUrl, log));

  app.route('/', healthRoutes(database, payments.context.gateway?.mode ?? null, deps.isStopping));
  for (const api of ['/auth/v1/*', '/api/*']) app.use(api, limitPathLength);
  app.route('/auth/v1', deps.auth.routes);
  app.all('/auth/v1/*', handleUnknownPath);

  app.use('/api/*', limitApiBodies(adminEndpoints, UPLOAD_PATH));
  app.route('/api', openapiRoutes(deps.publicUrl));
  app.route('/api', referenceRoutes(deps.demo));
  app.route('/api', catalogueRoutes(catalogue, authenticate));
  app.route('/api', deliveryRoutes(database, terms, authenticate));
  app.route('/api', cartRoutes(database, authenticate, terms));
  app.route('/api', addressRoutes(database, authenticate));
  app.route('/api', profileRoutes(database, authenticate));
  app.route('/api', sessionRoutes(deps.auth));
  const ordering = {
    database,
    jobs,
    cancelPayment: payments.cancelPayment,
    terms,
    paysOnline: payments.context.gateway !== null,
  };
  const { gateway } = payments.context;
  const mode = gateway?.mode ?? null;
  app.route('/api', checkoutRoutes({ database, mode, terms }, authenticate));
  app.route('/api', orderRoutes(ordering, authenticate, deps.timelineTokens));
  app.route('/api', gatewayRoutes(payments));
  app.route('/api', paymentRoutes(payments.context, authenticate));
  if (deps.guests) app.route('/api', guestRoutes(deps.guests, authenticate));
  if (deps.admin) {
    const admin = {
      ...deps.admin,
      database,
      jobs,
      publicUrl: deps.publicUrl,
      accountAdmin: deps.auth.admin,
    };
    app.route('/api', adminRoutes(admin, authenticate));
  }
  app.all('/api/*', handleUnknownPath);

  if (deps.guests) app.route('/', guestForms(deps.guests, deps.publicUrl));

  app.route('/', pictureRoutes(database));
  app.route(
    '/',
    seoRoutes({
      ...{ database, publicUrl: deps.publicUrl, clock: Date.now },
      shipping: () => terms().shipping ?? DEFAULT_SHIPPING,
    }),
  );
  if (deps.demo) app.route('/dev', mailboxRoutes(database));
  if (deps.demo && deps.signInDemoOwner) {
    app.route('/dev', demoAdminRoutes(deps.publicUrl, deps.signInDemoOwner));
  }
  if (deps.sandbox) app.route('/sandbox', deps.sandbox);
  if (deps.pages) app.route('/', deps.pages);
  return app;
}
