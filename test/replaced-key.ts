import { closeAfterFile } from '@aparajita/postgres/testing';
import type { GatewayKey } from '@aparajita/razorpay';
import { openSandbox, type Sandbox } from '@aparajita/razorpay/sandbox';
import { createLog } from '#server/log.ts';
import type { PaymentContext } from '#server/payments/context.ts';
import { openPayments } from '#server/payments/payments.ts';
import type { PayingShop } from './payments.ts';

export const NEW_KEY: GatewayKey = {
  id: 'rzp_sandbox_NewKey1234',
  secret: 'another secret, sixteen',
};

/** The gateway after the shop's key was deactivated: the same account, with only the new key. */
export async function openSandboxOfNewKey(shop: PayingShop): Promise<Sandbox> {
  const sandbox = await openSandbox({
    owner: shop.db.connection,
    key: NEW_KEY,
    webhookSecret: 'not used: it sends nothing',
    everyMs: null,
  });
  closeAfterFile(sandbox.close);
  return sandbox;
}

type Keys = { key?: GatewayKey; previousKey: GatewayKey | null; sandbox?: Sandbox };

/** The shop after a restart with these keys; without `sandbox`, at a gateway that knows only the old key. */
export function withKeys(
  shop: PayingShop,
  { key = NEW_KEY, previousKey, sandbox }: Keys,
): PaymentContext {
  const { database, payments, settings } = shop;
  const { url } = sandbox ?? shop.sandbox;
  return openPayments({
    database,
    systemDatabase: payments.context.systemDatabase,
    events: payments.events,
    jobs: payments.context.jobs,
    publicUrl: 'http://localhost:3000',
    gateway: { key, previousKey, webhookSecrets: settings.webhookSecrets },
    sandbox: { url, script: 'http://localhost:3000/sandbox/checkout.js' },
    log: createLog('silent'),
  }).context;
}
