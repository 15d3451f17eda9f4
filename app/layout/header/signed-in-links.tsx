import { QueryClientProvider, useQuery } from '@tanstack/react-query';
import { profileQuery } from '#app/account/profile/use-profile.ts';
import { cartQuery } from '#app/cart/cart.ts';
import { useWantedItems } from '#app/cart/use-wanted-items.ts';
import { showAuthError } from '#app/shell/accounts/auth-error.ts';
import { queryClient } from '#app/shell/api/query-client.ts';
import { type Shopper, signOut } from '#app/shell/session/session.ts';
import { Icon } from '#app/ui/icon.tsx';
import { Link } from '#app/ui/link.js';
import { MENU_ITEM, Menu } from '#app/ui/menu.tsx';
import { showToast } from '#app/ui/toast.tsx';

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

/**
 * The account menu of the header. Shows the profile's name once a page has loaded the profile, else the email: the
 * session knows only the name given at sign-up.
 */
export function AccountMenu({ shopper }: { shopper: Shopper }) {
  const { data: profile } = useQuery({ ...profileQuery, enabled: false });
  return (
    <Menu
      label="Account menu"
      icon={<Icon name="user" />}
      heading={profile ? profile.full_name : shopper.email}
    >
      <Link to="/account" role="menuitem" tabIndex={-1} className={MENU_ITEM}>
        My Account
      </Link>
      <Link to="/account/orders" role="menuitem" tabIndex={-1} className={MENU_ITEM}>
        My Orders
      </Link>
      <button
        type="button"
        role="menuitem"
        tabIndex={-1}
        onClick={() => void logOut()}
        className={MENU_ITEM}
      >
        Logout
      </button>
    </Menu>
  );
}

async function logOut() {
  const error = await signOut().catch((reason: Error) => reason);
  if (error) return showAuthError(error);
  showToast({ title: 'Signed out', description: 'You have been successfully signed out.' });
}

/** The header's link to the cart, with its number of distinct products. */
function CartBadge() {
  const { data: count = 0 } = useQuery({ ...cartQuery, select: (cart) => cart.length });
  return (
    <Link
      to="/cart"
      aria-label={count === 0 ? 'Cart' : `Cart, ${count === 1 ? '1 product' : `${count} products`}`}
      className="relative grid size-11 place-items-center rounded-full text-foreground hover:bg-surface-accent"
    >
      <Icon name="cart" />
      {count > 0 && (
        <span
          aria-hidden="true"
          className="absolute top-0.5 right-0.5 grid h-5 min-w-5 place-items-center rounded-full bg-primary px-1 text-[length:--spacing(3.25)] leading-none font-semibold text-on-primary tabular-nums"
        >
          {count}
        </span>
      )}
    </Link>
  );
}
