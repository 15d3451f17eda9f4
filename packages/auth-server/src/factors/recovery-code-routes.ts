import { type Context, Hono } from 'hono';
import { AuthError, invalid } from '#auth-server/auth-error.ts';
import { RecoveryCodeBody, RecoveryCodesBody, readBody } from '#auth-server/request-bodies.ts';
import type { Service } from '#auth-server/service.ts';
import { requireAccount } from '#auth-server/sessions/bearer.ts';
import { sessionResponse } from '#auth-server/sessions/session.ts';
import { mfaRequired } from '#auth-server/user.ts';
import { findSet, generateCodes, recoveryCodesResponse } from './recovery-codes.ts';
import { redeemRecoveryCode } from './redeem-recovery-code.ts';
import { unenroll } from './unenroll.ts';

/** `/factors/recovery-codes`: single-use codes that replace another factor. */
export function recoveryCodeRoutes(service: Service): Hono {
  const accountOf = (c: Context) => requireAccount(service, c.req.header('Authorization'));
  const routes = new Hono();

  routes.get('/', async (c) => c.json(await recoveryCodesResponse(service, await accountOf(c))));

  routes.post('/', async (c) => {
    const account = await accountOf(c);
    const name = (await c.req.text()) === '' ? '' : await readName(c);
    return c.json(await generateCodes(service.forRequest(c), account, { again: false, name }));
  });

  routes.post('/regenerate', async (c) => {
    const account = await accountOf(c);
    return c.json(await generateCodes(service.forRequest(c), account, { again: true, name: '' }));
  });

  routes.post('/verify', async (c) => {
    const account = await accountOf(c);
    const { code } = await readBody(c, RecoveryCodeBody);
    if (!code) throw invalid('Code needs to be non-empty');
    const steppedUp = await redeemRecoveryCode(service.forRequest(c), account, code);
    return c.json(await sessionResponse(service, steppedUp));
  });

  routes.delete('/', async (c) => {
    const account = await accountOf(c);
    if (mfaRequired(account)) throw new AuthError('insufficient_aal', { status: 403 });
    const set = await findSet(service.store, account.user.id);
    if (!set) throw new AuthError('mfa_factor_not_found');
    await unenroll(service.forRequest(c), account, set.id);
    return c.json({ id: set.id });
  });

  return routes;
}

async function readName(c: Context): Promise<string> {
  const { friendly_name: name } = await readBody(c, RecoveryCodesBody);
  return name ?? '';
}
