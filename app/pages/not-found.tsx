import { useEffect } from 'react';
import { useLocation } from 'react-router';
import { LinkButton } from '#app/ui/button.tsx';

/** Shown with status 404 for unknown URLs, and for products that are not in the shop. */
export function NotFound() {
  const { pathname } = useLocation();

  useEffect(() => {
    console.warn(`404: no page at ${pathname}`);
  }, [pathname]);

  return (
    <section className="page-width flex flex-col items-center py-14 text-center sm:py-20">
      <title>Page not found | Aparajita</title>
      <img src="/pictures/illustrations/not-found.svg" alt="" width={240} height={192} />
      <h1 className="mt-6 text-4xl">404</h1>
      <p className="mt-3 font-display text-xl text-foreground">Oops! Page not found</p>
      <p className="mt-2 max-w-md text-muted">This page does not exist, or it has moved.</p>
      <div className="mt-8 flex flex-wrap justify-center gap-3">
        <LinkButton to="/">Return to Home</LinkButton>
        <LinkButton to="/shop" tone="secondary">
          See the collection
        </LinkButton>
      </div>
    </section>
  );
}
