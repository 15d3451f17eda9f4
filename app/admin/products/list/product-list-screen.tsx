import { useQuery } from '@tanstack/react-query';
import { ListLimitNote } from '#app/admin/list-limit-note.tsx';
import { productsQuery } from '#app/admin/products/product-queries.ts';
import { LoadError } from '#app/shell/api/load-error.tsx';
import { LinkButton } from '#app/ui/button.tsx';
import { Skeleton, SkeletonBlock } from '#app/ui/skeleton.tsx';
import { MAX_PRODUCTS_LISTED } from '#contract/admin/products.ts';
import { ProductRow } from './product-row.tsx';

/** All products, hidden ones last. */
export default function ProductListScreen() {
  const products = useQuery(productsQuery);
  return (
    <section aria-labelledby="products" className="grid gap-4">
      <title>Products | Admin</title>
      <header className="flex flex-wrap items-center justify-between gap-3">
        <h1 id="products" className="text-2xl">
          Products
        </h1>
        <LinkButton to="/admin/products/new" className="min-h-11">
          Add a product
        </LinkButton>
      </header>
      {products.isPending && (
        <Skeleton className="grid gap-2">
          <SkeletonBlock className="h-16 w-full" />
          <SkeletonBlock className="h-16 w-full" />
          <SkeletonBlock className="h-16 w-full" />
        </Skeleton>
      )}
      {products.isError && !products.data && (
        <LoadError
          error={products.error}
          retrying={products.isFetching}
          onRetry={products.refetch}
        />
      )}
      {products.data && (
        <div className="rounded-lg border border-border bg-surface shadow-soft">
          <p
            aria-hidden="true"
            className="hidden border-b border-border px-4 py-2 text-sm text-muted lg:grid lg:grid-cols-[3rem_minmax(0,1fr)_9rem_6rem_7rem_6rem] lg:gap-x-4"
          >
            <span className="col-span-2">Product</span>
            <span className="text-right">Price</span>
            <span className="text-right">MRP</span>
            <span className="text-right">In stock</span>
          </p>
          <ul>
            {products.data.slice(0, MAX_PRODUCTS_LISTED).map((product) => (
              <ProductRow key={product.id} product={product} />
            ))}
          </ul>
        </div>
      )}
      <ListLimitNote length={products.data?.length ?? 0} />
    </section>
  );
}
