import { useEffect } from 'react';
import { isRouteErrorResponse, useRevalidator } from 'react-router';
import { Button, LinkButton } from '#app/ui/button.tsx';
import { NotFound } from './not-found.tsx';

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
