import { useRootData } from '#app/shell/document/root-data.ts';
import type { ShopDetails } from '#contract/shop-details.ts';

/** Who runs the shop, from the owner's settings. */
export function useShopDetails(): ShopDetails {
  return useRootData()?.details ?? EMPTY_DETAILS;
}

/** For a page whose root failed to load. */
const EMPTY_DETAILS: ShopDetails = {
  legal_name: null,
  address: null,
  emails: [],
  phone: null,
  fssai: null,
  grievance_officer: null,
};

/** Placeholder for what the owner has not set yet, with its name in the admin's settings. */
export function MissingDetail({ setting }: { setting: string }) {
  return <mark>[to be filled in by the owner, in Settings: {setting}]</mark>;
}

/** Whether the shop is a demo: no money moves, and nothing is shipped. */
export function useDemo(): boolean {
  return useRootData()?.demo ?? false;
}
