import { type GatewayKey, type GatewaySettings, modeOf } from '@aparajita/razorpay';
import * as z from 'zod';

const secret = z
  .string()
  .min(16, 'must be at least 16 characters')
  .refine((text) => !/\s#/.test(text), 'must be without the comment behind it');

/** Environment variables for the gateway. The key determines the mode, so that no other setting can contradict it. */
export const gatewayEnvironment = {
  RAZORPAY_KEY_ID: z
    .string()
    .refine(
      (id) => modeOf(id) !== undefined,
      'must be a key id as Razorpay shows it: rzp_live_ or rzp_test_, then letters and digits, six at least',
    )
    .optional()
    .meta({
      description:
        'The key of Razorpay. `rzp_live_` takes money, `rzp_test_` does not. The three settings of Razorpay belong together.',
      unset: 'the sandbox in demo mode, else cash on delivery only',
      example: 'rzp_live_0123456789abcd',
    }),
  RAZORPAY_KEY_SECRET: secret.optional().meta({
    description: 'The secret of that key.',
    unset: 'see `RAZORPAY_KEY_ID`',
  }),
  RAZORPAY_WEBHOOK_SECRET: secret.optional().meta({
    description:
      'The secret entered with the webhook at Razorpay, whose address is `PUBLIC_URL/api/webhooks/razorpay`.',
    unset: 'see `RAZORPAY_KEY_ID`',
  }),
  RAZORPAY_PREVIOUS_KEY_ID: z.string().optional().meta({
    description:
      'While keys are replaced: the former key. Its secret verifies the payments that were begun with it.',
    unset: 'none',
    example: 'rzp_live_9876543210dcba',
  }),
  RAZORPAY_PREVIOUS_KEY_SECRET: secret
    .optional()
    .meta({ description: 'The secret of the former key.', unset: 'none' }),
  RAZORPAY_PREVIOUS_WEBHOOK_SECRET: secret.optional().meta({
    description: 'The former webhook secret, accepted beside the new one.',
    unset: 'none',
  }),
};

type GatewayEnvironment = z.output<z.ZodObject<typeof gatewayEnvironment>>;

/** The gateway's settings; null when the shop takes only cash (in demo mode: uses the sandbox). */
export function gatewaySettings(env: GatewayEnvironment): GatewaySettings | null {
  const key = gatewayKey(env.RAZORPAY_KEY_ID, env.RAZORPAY_KEY_SECRET);
  if (!key || !env.RAZORPAY_WEBHOOK_SECRET) return null;
  const previousSecret = env.RAZORPAY_PREVIOUS_WEBHOOK_SECRET;
  return {
    key,
    previousKey: gatewayKey(env.RAZORPAY_PREVIOUS_KEY_ID, env.RAZORPAY_PREVIOUS_KEY_SECRET),
    webhookSecrets: [env.RAZORPAY_WEBHOOK_SECRET, ...(previousSecret ? [previousSecret] : [])],
  };
}

/** Faults of settings that are valid alone but contradict each other. */
export function gatewayContradictions(env: GatewayEnvironment, demo: boolean): string[] {
  const faults: string[] = [];
  const names = ['RAZORPAY_KEY_ID', 'RAZORPAY_KEY_SECRET', 'RAZORPAY_WEBHOOK_SECRET'] as const;
  const missing = names.filter((name) => env[name] === undefined);
  if (missing.length > 0 && missing.length < names.length) {
    faults.push(
      `${missing.join(', ')}: needed with the other settings of Razorpay; without any, the shop takes cash alone`,
    );
  }
  if (env.RAZORPAY_KEY_ID !== undefined && env.RAZORPAY_KEY_ID === env.RAZORPAY_KEY_SECRET) {
    faults.push('RAZORPAY_KEY_SECRET: must be the secret of the key, not the key');
  }
  const mode = env.RAZORPAY_KEY_ID && modeOf(env.RAZORPAY_KEY_ID);
  if (mode === 'sandbox') {
    faults.push('RAZORPAY_KEY_ID: the sandbox makes its own keys, and is open in demo mode only');
  }
  if (mode === 'live' && demo) {
    faults.push(
      'RAZORPAY_KEY_ID: demo mode takes no real money; use a key that begins with rzp_test_',
    );
  }
  const previous = env.RAZORPAY_PREVIOUS_KEY_ID;
  if ((previous === undefined) !== (env.RAZORPAY_PREVIOUS_KEY_SECRET === undefined)) {
    faults.push(
      'RAZORPAY_PREVIOUS_KEY_ID, RAZORPAY_PREVIOUS_KEY_SECRET: one is nothing without the other',
    );
  } else if (previous !== undefined && modeOf(previous) !== mode) {
    faults.push('RAZORPAY_PREVIOUS_KEY_ID: must be of the same mode as RAZORPAY_KEY_ID');
  }
  return faults;
}

/** Null unless both settings of the key are set. */
function gatewayKey(id: string | undefined, keySecret: string | undefined): GatewayKey | null {
  return id && keySecret ? { id, secret: keySecret } : null;
}
