import { type Context, Hono } from 'hono';
import { MailRequestBody, ResendBody, readBody } from '../bodies.ts';
import { reauthenticate } from '../passwords/reauthenticate.ts';
import type { Service } from '../service.ts';
import { requireAccount } from '../sessions/bearer.ts';
import { mailLink } from './recover.ts';
import { resend } from './resend.ts';

/** What asks for mail. */
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

  return routes;
}
