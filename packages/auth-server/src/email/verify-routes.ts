import { type Context, Hono } from 'hono';
import { AuthError, invalid } from '#auth-server/auth-error.ts';
import { rememberDevice } from '#auth-server/device-cookie.ts';
import { readBody, VerifyBody } from '#auth-server/request-bodies.ts';
import type { Service } from '#auth-server/service.ts';
import { sessionResponse } from '#auth-server/sessions/session.ts';
import { PKCE_PREFIX } from './one-time-token.ts';
import { safeRedirect, withFragment, withQuery } from './redirects.ts';
import { verifyToken } from './verify.ts';

const OTHER_MAILBOX_PENDING =
  'Confirmation link accepted. Please proceed to confirm link sent to the other email';

/**
 * `/verify`: verifies an emailed token, from a page of ours (POST) or a followed link (GET). Not rate-limited: tokens
 * have 256 random bits, a wrong one costs us one index lookup, and a right one must work whatever others on the same
 * network have tried.
 */
export function verifyRoutes(service: Service): Hono {
  const { settings } = service;
  const routes = new Hono();

  routes.post('/', async (c) => {
    const emailed = parseEmailedToken(await readBody(c, VerifyBody));
    const verified = await verifyToken(service.forRequest(c), { ...emailed, followed: false });
    if (verified.outcome !== 'session') return c.json({ msg: OTHER_MAILBOX_PENDING, code: '200' });
    rememberDevice(service, c, verified.account.user.id);
    return c.json(await sessionResponse(service, verified.account));
  });

  routes.get('/', async (c) => {
    if (c.req.method === 'HEAD') return c.body(null, 200); // a HEAD request does not consume a link
    const { token, type, redirect_to } = c.req.query();
    if (!type) throw invalid('Verify requires a verification type');
    if (!token) throw invalid('Verify requires a token or a token hash');
    const target = safeRedirect(settings, redirect_to);
    c.header('Referrer-Policy', 'no-referrer');
    return c.redirect(await followLink(service, c, { token, type }, target), 303);
  });

  return routes;
}

/** The emailed token: by itself, or with the address it was sent to. */
function parseEmailedToken({ type, token, token_hash: hash, email, phone }: VerifyBody) {
  if (!type) throw invalid('Verify requires a verification type');
  if (phone || type === 'sms' || type === 'phone_change') {
    throw new AuthError('phone_provider_disabled');
  }
  if (hash && !token) return { type, token: hash, email: null };
  if (!token || hash) throw invalid('Verify requires either a token or a token hash');
  if (!email) throw invalid('Only an email address or phone number should be provided on verify');
  return { type, token, email };
}

/** Redirects a followed link; after an error too, back to the application. */
async function followLink(
  service: Service,
  c: Context,
  link: { token: string; type: string },
  target: URL,
): Promise<string> {
  try {
    const verified = await verifyToken(service.forRequest(c), { ...link, followed: true });
    if (verified.outcome === 'code') return withQuery(target, { code: verified.code });
    if (verified.outcome === 'other_mailbox_pending')
      return withFragment(target, { message: OTHER_MAILBOX_PENDING, sb: '' });
    rememberDevice(service, c, verified.account.user.id);
    const session = await sessionResponse(service, verified.account);
    return withFragment(target, {
      access_token: session.access_token,
      expires_at: String(session.expires_at),
      expires_in: String(session.expires_in),
      refresh_token: session.refresh_token,
      sb: '',
      token_type: session.token_type,
      type: link.type,
    });
  } catch (error) {
    if (!(error instanceof AuthError) || error.status >= 500) throw error;
    const words = {
      error: error.status === 403 ? 'access_denied' : 'invalid_request',
      error_code: error.code,
      error_description: error.message,
    };
    const inQuery = link.token.startsWith(PKCE_PREFIX);
    return withFragment(inQuery ? new URL(withQuery(target, words)) : target, { ...words, sb: '' });
  }
}
