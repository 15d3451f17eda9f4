import { type ReactNode, useEffect, useEffectEvent, useState } from 'react';
import { UNREACHABLE } from '#app/shell/api/unreachable.ts';
import { Button } from '#app/ui/button.tsx';
import type { ProductSummary } from '#contract/catalogue.ts';
import { ProductGrid } from './product-grid.tsx';

type WishedProductsProps = {
  /** The ids of the wish list. */
  ids: readonly string[];
  /** Products that the page has already; the others are read. */
  known: readonly ProductSummary[];
  action: (product: ProductSummary) => ReactNode;
  /** Called for a product that is no longer in the shop. */
  onGone: (id: string) => void;
  /** Shown when there is nothing on the list. */
  empty: ReactNode;
};

/** The products of the wish list, wherever they stand in the shop's list. */
export function WishedProducts({ ids, known, action, onGone, empty }: WishedProductsProps) {
  const [read, setRead] = useState<readonly ProductSummary[]>([]);
  const [failed, setFailed] = useState(false);
  const [attempt, setAttempt] = useState(0);
  const found = ids.map((id) => [...known, ...read].find((product) => product.id === id));
  const missing = ids.filter((_, index) => !found[index]).join('\n');
  const forget = useEffectEvent(onGone);

  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt reads again
  useEffect(() => {
    let left = false;
    const wanted = missing ? missing.split('\n') : [];
    setFailed(false);
    Promise.all(wanted.map(readProduct)).then(
      (products) => {
        if (left) return;
        setRead((others) => [...others, ...products.filter((product) => product !== null)]);
        for (const id of wanted.filter((_, index) => products[index] === null)) forget(id);
      },
      () => !left && setFailed(true),
    );
    return () => {
      left = true;
    };
  }, [missing, attempt]);

  const shown = found.filter((product) => product !== undefined);
  if (ids.length === 0) return empty;
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
        // Not the spinner of the pages with accounts: its file would be downloaded with every visit to the shop.
        shown.length < ids.length && <p className="py-12 text-center text-muted">Loading...</p>
      )}
    </section>
  );
}

/** Null for a product that is not in the shop. What it needs is downloaded now: most visits do not open the list. */
async function readProduct(id: string): Promise<ProductSummary | null> {
  const [{ call }, { hasErrorCode }] = await Promise.all([
    import('#app/shell/api/api.ts'),
    import('#app/shell/api/api-error.ts'),
  ]);
  return call('GET /products/{id}', { params: { id } }).catch((error) => {
    // An id that is none was stored by an older version of the shop.
    if (hasErrorCode(error, 'product_not_found', 'invalid_input')) return null;
    throw error;
  });
}
