import { useQuery } from '@tanstack/react-query';
import { showAuthError } from '#app/shell/accounts/auth-error.ts';
import { type Shopper, signOut } from '#app/shell/session/session.ts';
import { Icon } from '#app/ui/icon.tsx';
import { Link } from '#app/ui/link.js';
import { MENU_ITEM, Menu } from '#app/ui/menu.tsx';
import { showToast } from '#app/ui/toast.tsx';
import { profileQuery } from './profile/use-profile.ts';

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
