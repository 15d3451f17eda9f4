import { BrandMark } from '#app/shell/shop/brand-mark.tsx';
import { Link, NavLink } from '#app/ui/link.js';
import { PreloadLink } from '#app/ui/preload-link.tsx';
import { AccountLinks } from './account-links.tsx';
import { MobileMenu } from './mobile-menu.tsx';
import { NAV_LINKS } from './nav-links.ts';

/** The header of every page: home, navigation, and cart and account. */
export function Header() {
  return (
    <header className="sticky top-0 z-30 border-b border-border bg-page/90 backdrop-blur-md">
      <div className="page-width grid h-(--header-height) grid-cols-[1fr_auto] items-center gap-4 md:grid-cols-[1fr_auto_1fr]">
        <Link to="/" className="-ml-1 flex min-h-11 w-fit items-center rounded-sm px-1">
          <BrandMark />
        </Link>
        <nav aria-label="Main" className="hidden gap-1 md:flex">
          {NAV_LINKS.map(({ to, name }) => (
            <PreloadLink
              as={NavLink}
              key={to}
              to={to}
              end
              className="flex min-h-11 items-center rounded-full px-4 font-medium text-body decoration-highlight decoration-2 underline-offset-8 hover:text-primary aria-[current=page]:text-foreground aria-[current=page]:underline"
            >
              {name}
            </PreloadLink>
          ))}
        </nav>
        <div className="flex items-center justify-end gap-1">
          <AccountLinks />
          <MobileMenu />
        </div>
      </div>
    </header>
  );
}
