import { useEffect } from 'react';
import { BrandMark } from '#app/shell/shop/brand-mark.tsx';
import { Link } from '#app/ui/link.js';

/** The checkout's header: links to the home page and to help. Nothing else leads away from the order. */
export function CheckoutHeader() {
  // Preloads the usual header and the toasts for the order's page, in case the server becomes unreachable after
  // ordering.
  useEffect(() => {
    import('#app/layout/header/signed-in-links.tsx').catch(() => {}); // requested again when it is rendered
    import('#app/ui/toast-position.ts').catch(() => {});
  }, []);
  return (
    <header className="border-b border-border bg-page">
      <div className="page-width flex min-h-18 items-center justify-between gap-4">
        <Link to="/" className="-ml-1 flex min-h-11 w-fit items-center rounded-sm px-1">
          <BrandMark />
        </Link>
        <Link
          to="/contact"
          className="-mr-4 inline-flex min-h-11 items-center rounded-full px-4 font-semibold text-primary hover:bg-surface-accent"
        >
          Help
        </Link>
      </div>
    </header>
  );
}
