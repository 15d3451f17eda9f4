import { type Context, Hono } from 'hono';
import { AuthError } from '#auth-server/auth-error.ts';
import { reauthenticate } from '#auth-server/passwords/reauthenticate.ts';
import { stepUpByCodeWithNewTokens } from '#auth-server/passwords/step-up-by-code.ts';
import { EmailRequestBody, NonceBody, ResendBody, readBody } from '#auth-server/request-bodies.ts';
import type { Service } from '#auth-server/service.ts';
import { requireAccount } from '#auth-server/sessions/bearer.ts';
import { sessionResponse } from '#auth-server/sessions/session.ts';
import { mfaRequired } from '#auth-server/user.ts';
import { requestLink } from './recover.ts';
import { resend } from './resend.ts';

/** Routes that request email. */
export function emailRoutes(service: Service): Hono {
  const redirectOf = (c: Context) => c.req.query('redirect_to');
  const routes = new Hono();

  routes.post('/recover', async (c) => {
    const body = await readBody(c, EmailRequestBody);
    await requestLink(service.forRequest(c), 'recovery', body, redirectOf(c));
    return c.json({});
  });

  routes.post('/otp', async (c) => {
    const body = await readBody(c, EmailRequestBody);
    await requestLink(service.forRequest(c), 'magiclink', body, redirectOf(c));
    return c.json({});
  });

  routes.post('/resend', async (c) => {
    await resend(service.forRequest(c), await readBody(c, ResendBody), redirectOf(c));
    return c.json({});
  });

  routes.get('/reauthenticate', async (c) => {
    await reauthenticate(
      service.forRequest(c),
      await requireAccount(service, c.req.header('Authorization')),
    );
    return c.json({});
  });

  // Not in the protocol, whose response to a code contains no session.
  routes.post('/reauthenticate', async (c) => {
    const account = await requireAccount(service, c.req.header('Authorization'));
    const { nonce } = await readBody(c, NonceBody);
    if (mfaRequired(account)) throw new AuthError('insufficient_aal');
    const renewed = await stepUpByCodeWithNewTokens(service.forRequest(c), account, nonce);
    return c.json(await sessionResponse(service, renewed));
  });

  return routes;
}
