/** A key pair of the gateway. Only the id's prefix says whether it is a sandbox, test or live key. */
export type GatewayKey = { id: string; secret: string };

/** Whether money moves: 'sandbox' and 'test' move none. */
export type GatewayMode = 'sandbox' | 'test' | 'live';

/** Settings of the gateway account. */
export type GatewaySettings = {
  /** For new payments. */
  key: GatewayKey;
  /** Its secret verifies the payments that were begun with this key; null when there was none. */
  previousKey: GatewayKey | null;
  /** Secrets that sign webhooks; two while one is being replaced. */
  webhookSecrets: string[];
};

const KEY_ID = /^rzp_(sandbox|test|live)_[A-Za-z0-9]{6,40}$/;

/** The mode of a key by its prefix; undefined if it is not a key. */
export function modeOf(keyId: string): GatewayMode | undefined {
  const mode = KEY_ID.exec(keyId)?.[1];
  return mode === 'sandbox' || mode === 'test' || mode === 'live' ? mode : undefined;
}

/** The sandbox's schema. Backups leave it out, because in production it would be another company's database. */
export const SANDBOX_SCHEMA = 'sandbox_gateway';
