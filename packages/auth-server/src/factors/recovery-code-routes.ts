import { type Context, Hono } from 'hono';
import { RecoveryCodeBody, RecoveryCodesBody, readBody } from '#auth-server/bodies.ts';
import { AuthFault, invalid } from '#auth-server/fault.ts';
import type { Service } from '#auth-server/service.ts';
import { requireAccount } from '#auth-server/sessions/bearer.ts';
import { describeSession } from '#auth-server/sessions/session.ts';
import { needsFactor } from '#auth-server/user.ts';
import { describeCodes, findSet, makeCodes } from './recovery-codes.ts';
import { redeemRecoveryCode } from './show-recovery-code.ts';
import { unenroll } from './unenroll.ts';

/** `/factors/recovery-codes`: single-use codes that replace another factor. */
export function recoveryCodeRoutes(service: Service): Hono {
  const accountOf = (c: Context) => requireAccount(service, c.req.header('Authorization'));
  const routes = new Hono();

  routes.get('/', async (c) => c.json(await describeCodes(service, await accountOf(c))));

  routes.post('/', async (c) => {
    const account = await accountOf(c);
    const name = (await c.req.text()) === '' ? '' : await readName(c);
    return c.json(await makeCodes(service, account, { again: false, name }, service.visitOf(c)));
  });

  routes.post('/regenerate', async (c) => {
    const account = await accountOf(c);
    return c.json(await makeCodes(service, account, { again: true, name: '' }, service.visitOf(c)));
  });

  routes.post('/verify', async (c) => {
    const account = await accountOf(c);
    const { code } = await readBody(c, RecoveryCodeBody);
    if (!code) throw invalid('Code needs to be non-empty');
    const raised = await redeemRecoveryCode(service, account, code, service.visitOf(c));
    return c.json(await describeSession(service, raised));
  });

  routes.delete('/', async (c) => {
    const account = await accountOf(c);
    if (needsFactor(account)) throw new AuthFault('insufficient_aal', { status: 403 });
    const set = await findSet(service.store, account.user.id);
    if (!set) throw new AuthFault('mfa_factor_not_found');
    await unenroll(service, account, set.id, service.visitOf(c));
    return c.json({ id: set.id });
  });

  return routes;
}

async function readName(c: Context): Promise<string> {
  const { friendly_name: name } = await readBody(c, RecoveryCodesBody);
  return name?.trim() ?? '';
}
