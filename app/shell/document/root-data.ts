import { useRouteLoaderData } from 'react-router';
import type { AccountsService } from '#app/shell/session/accounts-context.ts';
import type { ShopDetails } from '#contract/shop-details.ts';

/** What the root route's loader hands to every page. */
export type RootData = {
  /** The shop's canonical origin, as the server's settings have it: never taken from a request. */
  origin: string;
  /** The hosted auth service; null when the shop keeps the accounts. */
  accounts: AccountsService | null;
  /** The owner's Google tag; null without analytics. */
  analytics: string | null;
  /** Who runs the shop. */
  details: ShopDetails;
  /** The owner's notice for every page. */
  notice: string | null;
  demo: boolean;
};

/** Undefined on an error page whose root failed to load. */
export function useRootData(): RootData | undefined {
  return useRouteLoaderData<() => RootData>('root');
}
