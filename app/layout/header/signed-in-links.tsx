import { QueryClientProvider } from '@tanstack/react-query';
import { AccountMenu } from '#app/account/account-menu.tsx';
import { CartBadge } from '#app/cart/cart-badge.tsx';
import { useWantedItems } from '#app/cart/use-wanted-items.ts';
import { queryClient } from '#app/shell/api/query-client.ts';
import type { Shopper } from '#app/shell/session/session.ts';

/** The header's links for a signed-in shopper. Like a page, it combines several features. */
export default function SignedInLinks({ shopper }: { shopper: Shopper }) {
  useWantedItems();
  return (
    <QueryClientProvider client={queryClient}>
      <div className="flex items-center gap-1">
        <CartBadge />
        <AccountMenu shopper={shopper} />
      </div>
    </QueryClientProvider>
  );
}
