import { Outlet } from 'react-router';
import { NavLink } from '#app/ui/link.js';

const ENTRIES = [
  { to: '/account/profile', name: 'Profile' },
  { to: '/account/addresses', name: 'Addresses' },
  { to: '/account/orders', name: 'Orders' },
  { to: '/account/security', name: 'Security' },
] as const;

/** Layout of the account area: its navigation beside the open page, or above it on a phone. */
export default function AccountLayout() {
  return (
    <div className="page-width py-8 sm:py-12">
      <h1 className="mb-6 print:hidden text-3xl sm:mb-8">My Account</h1>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-6 lg:grid-cols-[14rem_minmax(0,1fr)] lg:items-start lg:gap-12">
        <nav aria-label="Account" className="lg:sticky lg:top-26">
          <ul className="flex flex-wrap border-b border-border pb-2 sm:gap-1 lg:grid lg:border-0 lg:pb-0">
            {ENTRIES.map(({ to, name }) => (
              <li key={to}>
                <NavLink
                  to={to}
                  className="flex min-h-11 items-center rounded-md px-1.5 text-sm font-medium text-body xs:px-2.5 sm:px-4 sm:text-base hover:bg-surface-accent aria-[current=page]:bg-surface-accent aria-[current=page]:text-primary"
                >
                  {name}
                </NavLink>
              </li>
            ))}
          </ul>
        </nav>
        <div className="min-w-0">
          <Outlet />
        </div>
      </div>
    </div>
  );
}
