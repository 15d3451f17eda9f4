import { useEffect } from 'react';
import { isRouteErrorResponse, useLocation, useRevalidator } from 'react-router';
import { Button, LinkButton } from '#app/ui/button.tsx';

/** Error page: not found, or rendering failed. Without a network it loads the page as soon as there is one. */
export function ErrorPage({ error }: { error: unknown }) {
  const revalidator = useRevalidator();
  const { revalidate } = revalidator;
  useEffect(() => {
    addEventListener('online', revalidate);
    return () => removeEventListener('online', revalidate);
  }, [revalidate]);
  if (isRouteErrorResponse(error) && error.status === 404) return <NotFound />;
  return (
    <section className="page-width flex flex-col items-center py-20 text-center">
      <title>Something went wrong | Aparajita</title>
      <h1 className="text-3xl">Something went wrong</h1>
      <p className="mt-3 max-w-md text-muted">
        We could not open this page. Your cart and orders are safe. Please try again in a moment.
      </p>
      <div className="mt-8 flex flex-wrap justify-center gap-3">
        <Button busy={revalidator.state === 'loading' && 'Trying...'} onClick={revalidate}>
          Try again
        </Button>
        <LinkButton to="/" tone="secondary">
          Return to Home
        </LinkButton>
      </div>
    </section>
  );
}

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
