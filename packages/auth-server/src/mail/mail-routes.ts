import { type Context, Hono } from 'hono';
import { MailRequestBody, NonceBody, ResendBody, readBody } from '#auth-server/bodies.ts';
import { AuthFault } from '#auth-server/fault.ts';
import { renewByCode } from '#auth-server/passwords/confirm-by-code.ts';
import { reauthenticate } from '#auth-server/passwords/reauthenticate.ts';
import type { Service } from '#auth-server/service.ts';
import { requireAccount } from '#auth-server/sessions/bearer.ts';
import { describeSession } from '#auth-server/sessions/session.ts';
import { needsFactor } from '#auth-server/user.ts';
import { mailLink } from './recover.ts';
import { resend } from './resend.ts';

/** Routes that request mail. */
export function mailRoutes(service: Service): Hono {
  const { visitOf } = service;
  const redirectOf = (c: Context) => c.req.query('redirect_to');
  const routes = new Hono();

  routes.post('/recover', async (c) => {
    const body = await readBody(c, MailRequestBody);
    await mailLink(service, 'recovery', body, redirectOf(c), visitOf(c));
    return c.json({});
  });

  routes.post('/otp', async (c) => {
    const body = await readBody(c, MailRequestBody);
    await mailLink(service, 'magiclink', body, redirectOf(c), visitOf(c));
    return c.json({});
  });

  routes.post('/resend', async (c) => {
    await resend(service, await readBody(c, ResendBody), redirectOf(c), visitOf(c));
    return c.json({});
  });

  routes.get('/reauthenticate', async (c) => {
    await reauthenticate(
      service,
      await requireAccount(service, c.req.header('Authorization')),
      visitOf(c),
    );
    return c.json({});
  });

  // Not in the protocol, whose response to a code contains no session.
  routes.post('/reauthenticate', async (c) => {
    const account = await requireAccount(service, c.req.header('Authorization'));
    const { nonce } = await readBody(c, NonceBody);
    if (needsFactor(account)) throw new AuthFault('insufficient_aal');
    const renewed = await renewByCode(service, account, nonce, visitOf(c));
    return c.json(await describeSession(service, renewed));
  });

  return routes;
}
