import { type Context, Hono } from 'hono';
import { cors } from 'hono/cors';
import { AuthError, invalid } from './auth-error.ts';
import { emailRoutes } from './email/email-routes.ts';
import { verifyRoutes } from './email/verify-routes.ts';
import { errorResponse, handleErrors, noStore } from './error-responses.ts';
import { factorRoutes } from './factors/factor-routes.ts';
import { PasswordChangeBody, readBody, SignUpBody, UserChangeBody } from './request-bodies.ts';
import type { Service } from './service.ts';
import { requireAccount } from './sessions/bearer.ts';
import { sessionResponse } from './sessions/session.ts';
import { KEYS_MAX_AGE } from './sessions/signing-key-store.ts';
import { tokenRoutes } from './sessions/token-routes.ts';
import { SIGN_OUT_SCOPES, signOut } from './sign-out.ts';
import { signUp } from './sign-up.ts';
import { withTypedText } from './typed-text.ts';
import { changePassword, updateUser } from './update-user.ts';
import { userResponse } from './user.ts';

/** Far more than any request of the protocol needs. */
const BODY_LIMIT = 64 * 1024;

/** The protocol's routes, to be mounted at `settings.issuer`. */
export function authRoutes(service: Service): Hono {
  const { settings, keys, log, requests } = service;
  const accountOf = (c: Context) => requireAccount(service, c.req.header('Authorization'));

  const redirectOf = (c: Context) => c.req.query('redirect_to');

  const routes = new Hono();
  routes.onError(handleErrors(log, requests.clientDisconnected));
  routes.use(noStore);
  routes.use(withTypedText(service.typedText));
  if (settings.allowedOrigins.length > 0) routes.use(allowOrigins(settings.allowedOrigins));
  routes.use(
    requests.limitBody({ maxSize: BODY_LIMIT, onError: (c) => errorResponse(c, TOO_LARGE) }),
  );

  routes.post('/signup', async (c) => {
    const user = await signUp(service.forRequest(c), await readBody(c, SignUpBody), redirectOf(c));
    return c.json(userResponse(user));
  });

  routes.route('/token', tokenRoutes(service));

  routes.get('/user', async (c) => c.json(userResponse((await accountOf(c)).user)));

  routes.put('/user', async (c) => {
    const account = await accountOf(c);
    const body = await readBody(c, UserChangeBody);
    const user = await updateUser(service.forRequest(c), account, body, redirectOf(c));
    return c.json(userResponse(user));
  });

  // Not in the protocol, whose response to a new password contains no session.
  routes.post('/user/password', async (c) => {
    const account = await accountOf(c);
    const body = await readBody(c, PasswordChangeBody);
    const changed = await changePassword(service.forRequest(c), account, body);
    return c.json(await sessionResponse(service, changed));
  });

  routes.route('/', emailRoutes(service));
  routes.route('/verify', verifyRoutes(service));
  routes.route('/factors', factorRoutes(service));

  routes.post('/logout', async (c) => {
    const asked = c.req.query('scope') ?? 'global';
    const scope = SIGN_OUT_SCOPES.find((known) => known === asked);
    if (!scope) throw invalid('Unsupported logout scope');
    await signOut(service.forRequest(c), await accountOf(c), scope);
    return c.body(null, 204);
  });

  routes.get('/.well-known/jwks.json', async (c) => {
    c.header('Cache-Control', `public, max-age=${KEYS_MAX_AGE}`);
    return c.json({ keys: await keys.published() });
  });

  routes.get('/settings', (c) =>
    c.json({ ...PUBLIC_SETTINGS, mailer_autoconfirm: !settings.confirmEmail }),
  );
  routes.get('/health', (c) =>
    c.json({ name: `${settings.serviceName} accounts`, description: 'User accounts' }),
  );

  for (const [path, methods] of methodsByPath(routes)) {
    routes.all(path, (c) => {
      c.header('Allow', methods.join(', '));
      return errorResponse(c, new AuthError('method_not_allowed'));
    });
  }
  routes.all('*', (c) => errorResponse(c, new AuthError('not_found')));
  return routes;
}

const TOO_LARGE = new AuthError('request_entity_too_large', {
  message: `Request body too large (max ${BODY_LIMIT} bytes)`,
});

/** CORS: allows these origins, with the headers the protocol's client sends and reads. */
function allowOrigins(origin: string[]) {
  return cors({
    origin,
    allowMethods: ['GET', 'POST', 'PUT', 'DELETE'],
    allowHeaders: [
      'Authorization',
      'Content-Type',
      'apikey',
      'X-Client-Info',
      'X-Supabase-Api-Version',
    ],
    exposeHeaders: ['X-Supabase-Api-Version', 'X-Sb-Error-Code', 'Retry-After'],
    maxAge: 7200,
  });
}

/** What a client can find out about the service before signing in. */
const PUBLIC_SETTINGS = {
  external: { email: true, phone: false, anonymous_users: false },
  disable_signup: false,
  phone_autoconfirm: false,
  sms_provider: '',
  saml_enabled: false,
};

function methodsByPath({ routes }: Hono): Map<string, string[]> {
  const found = new Map<string, string[]>();
  for (const { path, method } of routes) {
    if (path !== '/*') found.set(path, [...(found.get(path) ?? []), method]);
  }
  return found;
}
