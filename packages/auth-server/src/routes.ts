import { type Context, Hono } from 'hono';
import * as z from 'zod';
import { requireSecondFactor } from './assurance.ts';
import { AuthError, invalid } from './auth-error.ts';
import { rememberDevice } from './device-cookie.ts';
import { recover, resend } from './email/request-link.ts';
import { verifyLink } from './email/verify-link.ts';
import { errorResponse, handleErrors, noStore } from './error-responses.ts';
import { challenge } from './factors/challenge.ts';
import { enroll } from './factors/enroll.ts';
import {
  generateCodes,
  recoveryCodesResponse,
  redeemRecoveryCode,
} from './factors/recovery-codes.ts';
import { undoFactor } from './factors/undo-factor.ts';
import { unenroll } from './factors/unenroll.ts';
import { verifyFactor } from './factors/verify-factor.ts';
import { reauthenticate, stepUpByCode } from './passwords/reauthenticate.ts';
import {
  EmailRequestBody,
  EnrollBody,
  FactorBody,
  NonceBody,
  PasswordChangeBody,
  PasswordGrantBody,
  RecoveryCodeBody,
  RefreshGrantBody,
  readBody,
  SignUpBody,
  UndoBody,
  UserChangeBody,
  VerifyBody,
} from './request-bodies.ts';
import type { AccountRow, Service } from './service.ts';
import { requireAccount } from './sessions/bearer.ts';
import { SIGN_OUT_SCOPES, signOut } from './sessions/end-sessions.ts';
import { refresh } from './sessions/refresh.ts';
import { sessionResponse } from './sessions/session.ts';
import { signIn } from './sign-in.ts';
import { signUp } from './sign-up.ts';
import { changePassword, updateUser } from './update-user.ts';
import { userResponse } from './user.ts';

/** Far more than any request of the protocol needs. */
const BODY_LIMIT = 64 * 1024;

/** The protocol's routes, to be mounted at `settings.issuer`. */
export function authRoutes(service: Service): Hono {
  const { log, requests, forRequest } = service;
  const accountOf = (c: Context) => requireAccount(service, c.req.header('Authorization'));
  const bodyOf = <T extends z.ZodType>(c: Context, schema: T) => readBody(service, c, schema);
  const session = async (c: Context, account: AccountRow) =>
    c.json(await sessionResponse(service, account));

  const routes = new Hono();
  routes.onError(handleErrors(log, requests.clientDisconnected));
  routes.use(noStore);
  routes.use(
    requests.limitBody({ maxSize: BODY_LIMIT, onError: (c) => errorResponse(c, TOO_LARGE) }),
  );

  routes.post('/signup', async (c) => {
    const user = await signUp(forRequest(c), await bodyOf(c, SignUpBody));
    return c.json(userResponse(user));
  });

  routes.post('/token', async (c) => {
    switch (c.req.query('grant_type')) {
      case 'password': {
        const account = await signIn(forRequest(c), await bodyOf(c, PasswordGrantBody));
        rememberDevice(service, c, account.user.id);
        return session(c, account);
      }
      case 'refresh_token': {
        const { refresh_token } = await bodyOf(c, RefreshGrantBody);
        return session(c, await refresh(forRequest(c), refresh_token));
      }
      default:
        throw new AuthError('invalid_credentials', { message: 'unsupported_grant_type' });
    }
  });

  routes.post('/logout', async (c) => {
    const asked = c.req.query('scope') ?? 'global';
    const scope = SIGN_OUT_SCOPES.find((known) => known === asked);
    if (!scope) throw invalid('Unsupported logout scope');
    await signOut(forRequest(c), await accountOf(c), scope);
    return c.body(null, 204);
  });

  routes.get('/user', async (c) => c.json(userResponse((await accountOf(c)).user)));

  routes.put('/user', async (c) => {
    const account = await accountOf(c);
    const body = await bodyOf(c, UserChangeBody);
    const user = await updateUser(forRequest(c), account, body);
    return c.json(userResponse(user));
  });

  // Not in the protocol, whose response to a new password contains no session.
  routes.post('/user/password', async (c) => {
    const account = await accountOf(c);
    const body = await bodyOf(c, PasswordChangeBody);
    return session(c, await changePassword(forRequest(c), account, body));
  });

  routes.get('/reauthenticate', async (c) => {
    await reauthenticate(forRequest(c), await accountOf(c));
    return c.json({});
  });

  // Not in the protocol, whose response to a code contains no session.
  routes.post('/reauthenticate', async (c) => {
    const account = await accountOf(c);
    const { nonce } = await bodyOf(c, NonceBody);
    requireSecondFactor(account);
    return session(c, await stepUpByCode(forRequest(c), account, nonce));
  });

  for (const [path, send] of [
    ['/recover', recover],
    ['/resend', resend],
  ] as const) {
    routes.post(path, async (c) => {
      await send(forRequest(c), await bodyOf(c, EmailRequestBody));
      return c.json({});
    });
  }

  // Not rate-limited: tokens have 256 random bits, a wrong one costs us one index lookup, and a right one must work
  // whatever others on the same network have tried.
  routes.post('/verify', async (c) => {
    const account = await verifyLink(forRequest(c), await bodyOf(c, VerifyBody));
    if (!account) return c.json({ msg: OTHER_MAILBOX_PENDING, code: '200' });
    rememberDevice(service, c, account.user.id);
    return session(c, account);
  });

  routes.post('/factors', async (c) => {
    const account = await accountOf(c);
    return c.json(await enroll(forRequest(c), account, await bodyOf(c, EnrollBody)));
  });

  routes.get('/factors/recovery-codes', async (c) =>
    c.json(await recoveryCodesResponse(service, await accountOf(c))),
  );

  routes.post('/factors/recovery-codes', async (c) =>
    c.json(await generateCodes(forRequest(c), await accountOf(c), { again: false })),
  );

  routes.post('/factors/recovery-codes/regenerate', async (c) =>
    c.json(await generateCodes(forRequest(c), await accountOf(c), { again: true })),
  );

  routes.post('/factors/recovery-codes/verify', async (c) => {
    const account = await accountOf(c);
    const { code } = await bodyOf(c, RecoveryCodeBody);
    if (!code) throw invalid('Code needs to be non-empty');
    return session(c, await redeemRecoveryCode(forRequest(c), account, code));
  });

  // Not in the protocol: the page opened by the email about a new factor calls it, without a session.
  routes.post('/factors/undo', async (c) =>
    c.json(await undoFactor(forRequest(c), await bodyOf(c, UndoBody))),
  );

  routes.post('/factors/:id/challenge', async (c) => {
    const account = await accountOf(c);
    return c.json(await challenge(service, account, factorId(c)));
  });

  routes.post('/factors/:id/verify', async (c) => {
    const account = await accountOf(c);
    const body = await bodyOf(c, FactorBody);
    const steppedUp = await verifyFactor(forRequest(c), account, factorId(c), body);
    rememberDevice(service, c, steppedUp.user.id, { factor: true });
    return session(c, steppedUp);
  });

  routes.delete('/factors/:id', async (c) => {
    const account = await accountOf(c);
    const id = factorId(c);
    await unenroll(forRequest(c), account, id);
    return c.json({ id });
  });

  routes.all('*', (c) => errorResponse(c, new AuthError('not_found')));
  return routes;
}

const TOO_LARGE = new AuthError('request_entity_too_large', {
  message: `Request body too large (max ${BODY_LIMIT} bytes)`,
});

const OTHER_MAILBOX_PENDING =
  'Confirmation link accepted. Please proceed to confirm link sent to the other email';

const FactorId = z.uuid();

function factorId(c: Context): string {
  const id = FactorId.safeParse(c.req.param('id'));
  if (!id.success) throw new AuthError('mfa_factor_not_found');
  return id.data;
}
