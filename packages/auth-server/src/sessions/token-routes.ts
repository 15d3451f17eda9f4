import { Hono } from 'hono';
import { AuthError } from '#auth-server/auth-error.ts';
import { rememberDevice } from '#auth-server/device-cookie.ts';
import { exchangeCode } from '#auth-server/email/pkce.ts';
import {
  PasswordGrantBody,
  PkceGrantBody,
  RefreshGrantBody,
  readBody,
} from '#auth-server/request-bodies.ts';
import type { Service } from '#auth-server/service.ts';
import { signIn } from '#auth-server/sign-in.ts';
import { refresh } from './refresh.ts';
import { sessionResponse } from './session.ts';

/** `/token`: a session for a password, a refresh token, or a code. */
export function tokenRoutes(service: Service): Hono {
  const routes = new Hono();
  routes.post('/', async (c) => {
    const request = service.forRequest(c);
    switch (c.req.query('grant_type')) {
      case 'password': {
        const body = await readBody(c, PasswordGrantBody);
        const account = await signIn(request, body);
        rememberDevice(service, c, account.user.id);
        const { email, user_metadata } = account.user;
        const problem = await service.passwordProblem(body.password ?? '', {
          email,
          user_metadata,
        });
        const session = await sessionResponse(service, account);
        return c.json({ ...session, ...(problem && { weak_password: problem }) });
      }
      case 'refresh_token': {
        const { refresh_token } = await readBody(c, RefreshGrantBody);
        const account = await refresh(request, refresh_token);
        return c.json(await sessionResponse(service, account));
      }
      case 'pkce': {
        const account = await exchangeCode(request, await readBody(c, PkceGrantBody));
        rememberDevice(service, c, account.user.id);
        return c.json(await sessionResponse(service, account));
      }
      default:
        throw new AuthError('invalid_credentials', { message: 'unsupported_grant_type' });
    }
  });

  return routes;
}
