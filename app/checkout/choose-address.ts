import type { Address } from '#contract/addresses.ts';

/**
 * Where the parcel goes as long as the shopper says nothing else: `asked` for, if anything is; else the default, or the
 * only address there is.
 */
export function chooseAddress(
  addresses: readonly Address[],
  asked: string | null,
): Address | undefined {
  if (asked !== null) return addresses.find(({ id }) => id === asked);
  const [only, ...more] = addresses;
  return addresses.find(({ is_default }) => is_default) ?? (more.length === 0 ? only : undefined);
}
