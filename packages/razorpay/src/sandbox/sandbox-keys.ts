import { createHmac } from 'node:crypto';
import type { GatewaySettings } from '#razorpay/keys.ts';

/** Demo mode's sandbox keys, derived from its secret, so that they stay the same after a restart. */
export function sandboxSettings(demoSecret: string): GatewaySettings {
  const derived = (purpose: string) =>
    createHmac('sha256', demoSecret).update(`sandbox gateway: ${purpose}`).digest('hex');
  return {
    key: { id: `rzp_sandbox_${derived('key id').slice(0, 14)}`, secret: derived('key secret') },
    previousKey: null,
    webhookSecrets: [derived('webhook secret')],
  };
}
