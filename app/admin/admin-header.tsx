import { AccountLinks } from '#app/layout/header/account-links.tsx';
import { BrandMark } from '#app/shell/shop/brand-mark.tsx';
import { Link } from '#app/ui/link.js';

/** The admin's header: to its first screen, to the shop, and to the account. */
export function AdminHeader() {
  return (
    <header className="border-b border-border bg-page print:hidden">
      <div className="page-width flex h-14 max-w-none items-center gap-3">
        <Link to="/admin" className="-ml-1 flex min-h-11 items-center gap-2 rounded-sm px-1">
          <BrandMark />
          <span className="rounded-full bg-surface-accent px-2.5 py-0.5 text-xs font-semibold text-foreground">
            Admin
          </span>
        </Link>
        <Link
          to="/"
          className="ml-auto hidden min-h-11 items-center rounded-full px-4 font-medium text-primary hover:bg-surface-accent sm:inline-flex"
        >
          Open the shop
        </Link>
        <div className="max-sm:ml-auto">
          <AccountLinks />
        </div>
      </div>
    </header>
  );
}
