import { useRef } from 'react';
import { MenuIcon } from '#app/ui/icons/menu.tsx';
import { NavLink } from '#app/ui/link.js';
import { NAV_LINKS } from './nav-links.ts';

/**
 * The navigation on a narrow screen. A native popover: it opens before any script has loaded, closes on Escape or a tap
 * elsewhere, and tells assistive technology whether it is open.
 */
export function MobileMenu() {
  const menu = useRef<HTMLElement>(null);
  return (
    <div className="md:hidden">
      <button
        type="button"
        popoverTarget="mobile-menu"
        aria-label="Menu"
        className="-mr-2 grid size-11 place-items-center rounded-full text-foreground hover:bg-surface-accent"
      >
        <MenuIcon />
      </button>
      <nav
        ref={menu}
        id="mobile-menu"
        popover="auto"
        aria-label="Menu"
        className="inset-x-4 top-20 m-0 max-h-[calc(100dvh-6rem)] w-auto rounded-lg border border-border bg-surface p-3 text-foreground shadow-float backdrop:bg-inverse/30"
      >
        {NAV_LINKS.map(({ to, name }) => (
          <NavLink
            key={to}
            to={to}
            end
            onClick={() => menu.current?.hidePopover()}
            className="flex min-h-13 items-center rounded-md px-4 text-lg font-medium hover:bg-surface-accent aria-[current=page]:bg-surface-accent aria-[current=page]:text-primary"
          >
            {name}
          </NavLink>
        ))}
      </nav>
    </div>
  );
}
