import type { Address } from '#contract/addresses.ts';

/**
 * The shipping address until the shopper selects another: `requested` in the URL, if there is one; else the default, or
 * the only address.
 */
export function preselectAddress(
  addresses: readonly Address[],
  requested: string | null,
): Address | undefined {
  if (requested !== null) return addresses.find(({ id }) => id === requested);
  const [only, ...more] = addresses;
  return addresses.find(({ is_default }) => is_default) ?? (more.length === 0 ? only : undefined);
}
