import { useEffect } from 'react';
import { Link } from 'react-router';
import { BrandMark } from '#app/shell/header/brand-mark.tsx';

/** The top of the checkout: the way home and the way to help. Nothing else leads away from the order. */
export function CheckoutHeader() {
  // The usual header and the first message are there on the order's page, should the server go away right after ordering.
  useEffect(() => {
    import('#app/shell/header/signed-in-links.tsx').catch(() => {}); // it is asked for again then
    import('#app/ui/toast-place.ts').catch(() => {});
  }, []);
  return (
    <header className="border-b border-line bg-page">
      <div className="page-width flex min-h-18 items-center justify-between gap-4">
        <Link to="/" className="-ml-1 flex min-h-11 w-fit items-center rounded-sm px-1">
          <BrandMark />
        </Link>
        <Link
          to="/contact"
          className="-mr-4 inline-flex min-h-11 items-center rounded-full px-4 font-semibold text-petal hover:bg-linen"
        >
          Help
        </Link>
      </div>
    </header>
  );
}
