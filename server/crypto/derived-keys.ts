import { type DerivedKeys, deriveKeys } from '@aparajita/auth-server';

/**
 * The prefix of the label of every key derived from the shop's secret. It must never change: second factors, signing
 * keys and the links in emails could no longer be read.
 */
export const KEY_LABEL = 'aparajita';

/** Encrypts, signs and hashes with keys derived from the shop's secret. */
export function deriveShopKeys(secret: string): DerivedKeys {
  return deriveKeys({ secret, keyLabel: KEY_LABEL });
}
