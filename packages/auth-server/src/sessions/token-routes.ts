import { Hono } from 'hono';
import {
  PasswordGrantBody,
  PkceGrantBody,
  RefreshGrantBody,
  readBody,
} from '#auth-server/bodies.ts';
import { rememberDevice } from '#auth-server/devices.ts';
import { AuthFault } from '#auth-server/fault.ts';
import { exchangeCode } from '#auth-server/mail/pkce.ts';
import { weaknessOf } from '#auth-server/passwords/password-rules.ts';
import type { Service } from '#auth-server/service.ts';
import { signIn } from '#auth-server/sign-in.ts';
import { refresh } from './refresh.ts';
import { describeSession } from './session.ts';

/** `/token`: a session for a password, a refresh token, or a code. */
export function tokenRoutes(service: Service): Hono {
  const routes = new Hono();
  routes.post('/', async (c) => {
    const visit = service.visitOf(c);
    switch (c.req.query('grant_type')) {
      case 'password': {
        const body = await readBody(c, PasswordGrantBody);
        const account = await signIn(service, body, visit);
        rememberDevice(service, c, account.user.email);
        const weakness = weaknessOf(body.password ?? '', account.user, service.settings);
        const session = await describeSession(service, account);
        return c.json({ ...session, ...(weakness && { weak_password: weakness }) });
      }
      case 'refresh_token': {
        const { refresh_token } = await readBody(c, RefreshGrantBody);
        const account = await refresh(service, refresh_token, visit);
        return c.json(await describeSession(service, account));
      }
      case 'pkce': {
        const account = await exchangeCode(service, await readBody(c, PkceGrantBody), visit);
        rememberDevice(service, c, account.user.email);
        return c.json(await describeSession(service, account));
      }
      default:
        throw new AuthFault('invalid_credentials', { message: 'unsupported_grant_type' });
    }
  });

  return routes;
}
