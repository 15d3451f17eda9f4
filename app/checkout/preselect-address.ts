import type { Address } from '#contract/addresses.ts';

/**
 * The shipping address until the shopper selects another: `asked` for in the URL, if anything is; else the default, or
 * the only address.
 */
export function chooseAddress(
  addresses: readonly Address[],
  asked: string | null,
): Address | undefined {
  if (asked !== null) return addresses.find(({ id }) => id === asked);
  const [only, ...more] = addresses;
  return addresses.find(({ is_default }) => is_default) ?? (more.length === 0 ? only : undefined);
}
