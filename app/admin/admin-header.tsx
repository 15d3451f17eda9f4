import { AccountLinks } from '#app/layout/header/account-links.tsx';
import { BrandMark } from '#app/shell/shop/brand-mark.tsx';
import { Link } from '#app/ui/link.js';

/**
 * The admin's header: to its first screen, to the shop, and to the account. It is painted before the admin's style sheet is
 * there, so all its classes are also those of the shop.
 */
export function AdminHeader() {
  return (
    <header className="border-b border-border bg-page print:hidden">
      <div className="page-width flex min-h-14 max-w-none items-center gap-3">
        <Link to="/admin" className="-ml-1 flex min-h-11 items-center gap-2 rounded-sm px-1">
          <BrandMark />
          <span className="rounded-full bg-surface-accent px-3 py-1 text-xs font-semibold text-foreground">
            Admin
          </span>
        </Link>
        <div className="ml-auto flex items-center gap-3">
          <Link
            to="/"
            className="inline-flex min-h-11 items-center rounded-full px-4 font-medium text-primary hover:bg-surface-accent max-sm:hidden"
          >
            Open the shop
          </Link>
          <AccountLinks />
        </div>
      </div>
    </header>
  );
}
