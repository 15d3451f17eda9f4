import { useRootData } from '#app/shell/document/root-data.ts';
import { DEFAULT_SHIPPING, type ShippingRule } from '#domain/shipping.ts';

/** What delivery costs, from the owner's settings. */
export function useShippingRule(): ShippingRule {
  return useRootData()?.shipping ?? DEFAULT_SHIPPING;
}
