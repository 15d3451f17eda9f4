import { useRouteLoaderData } from 'react-router';
import type { loader } from '#app/root.tsx';
import type { ShopDetails } from '#contract/shop-details.ts';

/** Who runs the shop, as the owner has set it. */
export function useShopDetails(): ShopDetails {
  return useRouteLoaderData<typeof loader>('root')?.details ?? NOTHING;
}

/** On a page whose root could not be loaded. */
const NOTHING: ShopDetails = {
  legal_name: null,
  address: null,
  emails: [],
  phone: null,
  fssai: null,
  grievance_officer: null,
};

/** Stands where the owner has yet to say something, and names the setting. */
export function ToFillIn({ setting }: { setting: string }) {
  return <mark>[to be filled in by the owner: {setting}]</mark>;
}
