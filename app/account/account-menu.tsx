import * as Menu from '@radix-ui/react-dropdown-menu';
import { Link } from 'react-router';
import { type Shopper, signOut } from '#app/shell/session.ts';
import { UserIcon } from '#app/ui/icons/user.tsx';
import { showToast } from '#app/ui/toast.tsx';

const ITEM =
  'flex min-h-11 w-full cursor-pointer items-center rounded-sm px-3 text-left text-ink outline-none data-highlighted:bg-linen';

/** The account menu of the header. Not modal: locking the page's scroll would need an inline style. */
export function AccountMenu({ shopper }: { shopper: Shopper }) {
  return (
    <Menu.Root modal={false}>
      <Menu.Trigger
        aria-label="Account menu"
        className="grid size-11 place-items-center rounded-full text-ink hover:bg-linen data-[state=open]:bg-linen"
      >
        <UserIcon />
      </Menu.Trigger>
      <Menu.Portal>
        <Menu.Content
          align="end"
          sideOffset={8}
          collisionPadding={12}
          className="z-40 w-60 rounded-md border border-line bg-paper p-2 text-sm shadow-float"
        >
          <Menu.Label className="truncate border-b border-line px-3 pt-1 pb-2 text-muted">
            {shopper.full_name || shopper.email}
          </Menu.Label>
          <Menu.Item asChild>
            <Link to="/account" className={`mt-2 ${ITEM}`}>
              My Account
            </Link>
          </Menu.Item>
          <Menu.Item asChild>
            <Link to="/account/orders" className={ITEM}>
              My Orders
            </Link>
          </Menu.Item>
          <Menu.Item onSelect={logOut} className={ITEM}>
            Logout
          </Menu.Item>
        </Menu.Content>
      </Menu.Portal>
    </Menu.Root>
  );
}

async function logOut() {
  const error = await signOut().catch((reason: Error) => reason);
  if (error) {
    showToast({ title: 'Error', description: error.message, tone: 'destructive' });
    return;
  }
  showToast({ title: 'Signed out', description: 'You have been successfully signed out.' });
}
