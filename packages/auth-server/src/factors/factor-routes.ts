import { type Context, Hono } from 'hono';
import * as z from 'zod';
import { AuthError } from '#auth-server/auth-error.ts';
import { rememberDevice } from '#auth-server/device-cookie.ts';
import { EnrollBody, FactorBody, readBody, UndoBody } from '#auth-server/request-bodies.ts';
import type { Service } from '#auth-server/service.ts';
import { requireAccount } from '#auth-server/sessions/bearer.ts';
import { sessionResponse } from '#auth-server/sessions/session.ts';
import { challenge } from './challenge.ts';
import { enroll } from './enroll.ts';
import { recoveryCodeRoutes } from './recovery-code-routes.ts';
import { undoFactor } from './undo-factor.ts';
import { unenroll } from './unenroll.ts';
import { verifyFactor } from './verify-factor.ts';

const FactorId = z.uuid();

/** `/factors`: enroll, challenge, verify and remove second factors. */
export function factorRoutes(service: Service): Hono {
  const accountOf = (c: Context) => requireAccount(service, c.req.header('Authorization'));
  const routes = new Hono();

  routes.post('/', async (c) => {
    const account = await accountOf(c);
    return c.json(await enroll(service.forRequest(c), account, await readBody(c, EnrollBody)));
  });

  routes.route('/recovery-codes', recoveryCodeRoutes(service));

  // Not in the protocol: the page opened by the email about a new factor calls it, without a session.
  routes.post('/undo', async (c) =>
    c.json(await undoFactor(service.forRequest(c), await readBody(c, UndoBody))),
  );

  routes.post('/:id/challenge', async (c) => {
    const account = await accountOf(c);
    return c.json(await challenge(service, account, factorId(c)));
  });

  routes.post('/:id/verify', async (c) => {
    const account = await accountOf(c);
    const body = await readBody(c, FactorBody);
    const steppedUp = await verifyFactor(service.forRequest(c), account, factorId(c), body);
    rememberDevice(service, c, steppedUp.user.id, { factor: true });
    return c.json(await sessionResponse(service, steppedUp));
  });

  routes.delete('/:id', async (c) => {
    const account = await accountOf(c);
    const id = factorId(c);
    await unenroll(service.forRequest(c), account, id);
    return c.json({ id });
  });

  return routes;
}

function factorId(c: Context): string {
  const id = FactorId.safeParse(c.req.param('id'));
  if (!id.success) throw new AuthError('mfa_factor_not_found');
  return id.data;
}
