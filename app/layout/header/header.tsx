import { lazy, Suspense, useEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import { useSession, WANTED_ITEMS } from '#app/shell/session/session.ts';
import { BrandMark } from '#app/shell/shop/brand-mark.tsx';
import { browserStorage } from '#app/shell/web-storage.ts';
import { LinkButton } from '#app/ui/button.tsx';
import { Icon } from '#app/ui/icon.tsx';
import { Link, NavLink } from '#app/ui/link.js';
import { PreloadLink } from '#app/ui/preload-link.tsx';

/** The header's navigation links, in order. */
const NAV_LINKS = [
  { to: '/', name: 'Home' },
  { to: '/shop', name: 'Shop' },
  { to: '/about', name: 'About' },
  { to: '/contact', name: 'Contact' },
] as const;

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

/**
 * The navigation on a narrow screen. A native popover: it opens before any script has loaded, closes on Escape or a tap
 * elsewhere, and tells assistive technology whether it is open.
 */
function MobileMenu() {
  const menu = useRef<HTMLElement>(null);
  return (
    <div className="md:hidden">
      <button
        type="button"
        popoverTarget="mobile-menu"
        aria-label="Menu"
        className="-mr-2 grid size-11 place-items-center rounded-full text-foreground hover:bg-surface-accent"
      >
        <Icon name="menu" />
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

const loadSignedInLinks = () => import('./signed-in-links.tsx');

/** Downloaded only with a session: it contains the account menu and the cart's data. */
const SignedInLinks = lazy(() => loadSignedInLinks().catch(() => ({ default: PlainAccountLink })));

/**
 * 'Sign In', or the cart and the account menu. The server renders 'Sign In' for everybody; `SESSION_HINT` hides it
 * where a session is about to be loaded.
 */
export function AccountLinks() {
  const session = useSession();
  usePreloadBeforeSignIn();
  if (session.status === 'signed-in') {
    return (
      <Suspense fallback={<div className="h-11 w-24" />}>
        <SignedInLinks key={session.user.id} shopper={session.user} />
      </Suspense>
    );
  }
  const hidden = session.status === 'loading' ? '[html[data-session]_&]:invisible' : '';
  return (
    <LinkButton to="/auth" className={`min-w-24 text-bar max-xs:min-w-0 max-xs:px-4 ${hidden}`}>
      Sign In
    </LinkButton>
  );
}

/** Downloads the links while a guest with wanted items signs in, after the form has rendered. */
function usePreloadBeforeSignIn() {
  const { pathname } = useLocation();
  useEffect(() => {
    if (pathname !== '/auth' || browserStorage().getItem(WANTED_ITEMS) === null) return;
    // If it fails, the download is tried again when the links are rendered.
    const timer = setTimeout(() => loadSignedInLinks().catch(() => {}), 1_000);
    return () => clearTimeout(timer);
  }, [pathname]);
}

/** If the menu fails to load, there is still a link to the account. */
function PlainAccountLink() {
  return (
    <Link to="/account" className="inline-flex min-h-11 items-center font-semibold">
      My Account
    </Link>
  );
}
