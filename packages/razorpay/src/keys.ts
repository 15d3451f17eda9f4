/** One pair of keys of the gateway. What they are for stands in their beginning, and nowhere else. */
export type GatewayKey = { id: string; secret: string };

/** Whether money moves: 'sandbox' and 'test' move none. */
export type GatewayMode = 'sandbox' | 'test' | 'live';

/** What a program is told about its account. */
export type GatewaySettings = {
  /** New payments begin with it. */
  key: GatewayKey;
  /** Payments begun with this one are still finished; null when there was none. */
  previousKey: GatewayKey | null;
  /** Signatures of webhooks; the second while a secret is being replaced. */
  webhookSecrets: string[];
};

const KEY_ID = /^rzp_(sandbox|test|live)_[A-Za-z0-9]{6,40}$/;

/** The mode of a key by its prefix; undefined for what is no key. */
export function modeOf(keyId: string): GatewayMode | undefined {
  const mode = KEY_ID.exec(keyId)?.[1];
  return mode === 'sandbox' || mode === 'test' || mode === 'live' ? mode : undefined;
}

/** The sandbox's own schema. In production it would be another company's computer, so no backup has it. */
export const SANDBOX_SCHEMA = 'sandbox_gateway';
