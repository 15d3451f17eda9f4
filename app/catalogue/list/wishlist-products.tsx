import { type ReactNode, useEffect, useEffectEvent, useState } from 'react';
import { UNREACHABLE } from '#app/shell/api/unreachable.ts';
import { Button } from '#app/ui/button.tsx';
import type { ProductSummary } from '#contract/catalogue.ts';
import { ProductGrid } from './product-grid.tsx';

type WishlistProductsProps = {
  /** The product ids of the wishlist. */
  ids: readonly string[];
  /** Products that the page has loaded already; the others are requested. */
  known: readonly ProductSummary[];
  action: (product: ProductSummary) => ReactNode;
  /** Called for a product that is no longer in the shop. */
  onGone: (id: string) => void;
  /** Shown when the wishlist is empty. */
  empty: ReactNode;
};

/** The products of the wishlist, also those on other pages of the product list or outside its filters. */
export function WishlistProducts({ ids, known, action, onGone, empty }: WishlistProductsProps) {
  const [loaded, setLoaded] = useState<readonly ProductSummary[]>([]);
  const [failed, setFailed] = useState(false);
  const [attempt, setAttempt] = useState(0);
  const found = ids.map((id) => [...known, ...loaded].find((product) => product.id === id));
  const missing = ids.filter((_, index) => !found[index]).join('\n');
  const notifyGone = useEffectEvent(onGone);

  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt reads again
  useEffect(() => {
    let cancelled = false;
    const missingIds = missing ? missing.split('\n') : [];
    setFailed(false);
    Promise.all(missingIds.map(readProduct)).then(
      (products) => {
        if (cancelled) return;
        setLoaded((others) => [...others, ...products.filter((product) => product !== null)]);
        for (const id of missingIds.filter((_, index) => products[index] === null)) notifyGone(id);
      },
      () => !cancelled && setFailed(true),
    );
    return () => {
      cancelled = true;
    };
  }, [missing, attempt]);

  const shown = found.filter((product) => product !== undefined);
  if (ids.length === 0) return <>{empty}</>;
  return (
    <section aria-labelledby="products-title">
      <h2 id="products-title" className="sr-only">
        Products
      </h2>
      <ProductGrid products={shown} eager={2} action={action} />
      {failed ? (
        <div role="alert" className="grid justify-items-center gap-5 py-12 text-center">
          <p>{UNREACHABLE}</p>
          <Button tone="secondary" onClick={() => setAttempt(attempt + 1)}>
            Try again
          </Button>
        </div>
      ) : (
        // Not `Spinner`: it is in a file of the account pages, which every visit to the shop would then download.
        shown.length < ids.length && <p className="py-12 text-center text-muted">Loading...</p>
      )}
    </section>
  );
}

/**
 * Null for a product that is not in the shop. The API client is downloaded here, because most visits do not open the
 * wishlist.
 */
async function readProduct(id: string): Promise<ProductSummary | null> {
  const [{ call }, { hasErrorCode }] = await Promise.all([
    import('#app/shell/api/api.ts'),
    import('#app/shell/api/api-error.ts'),
  ]);
  return call('GET /products/{id}', { params: { id } }).catch((error) => {
    // An older version of the shop stored ids in another format.
    if (hasErrorCode(error, 'product_not_found', 'invalid_input')) return null;
    throw error;
  });
}
