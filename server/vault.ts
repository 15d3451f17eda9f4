import { createVault, type Vault } from '@aparajita/auth-server';

/**
 * Begins the label of every key that is made from the shop's secret. It never changes: second factors, signing keys and
 * the links of newsletter mails could not be read any more.
 */
export const KEY_LABEL = 'aparajita';

/** What only the holder of the shop's secret can make and read. */
export function openVault(secret: string): Vault {
  return createVault({ secret, keyLabel: KEY_LABEL });
}
