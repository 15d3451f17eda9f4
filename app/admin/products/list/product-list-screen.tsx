import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import { ListLimitNote } from '#app/admin/list-limit-note.tsx';
import { productsQuery } from '#app/admin/products/product-queries.ts';
import { useRole } from '#app/admin/staff/use-staff.ts';
import { LoadError } from '#app/shell/api/load-error.tsx';
import { LinkButton } from '#app/ui/button.tsx';
import { Link } from '#app/ui/link.js';
import { Skeleton, SkeletonBlock } from '#app/ui/skeleton.tsx';
import { MAX_PRODUCTS_LISTED } from '#contract/admin/products.ts';
import { ProductRow } from './product-row.tsx';

/** All products, hidden ones last, or only those that are low in stock. */
export default function ProductListScreen() {
  const isOwner = useRole('owner');
  const products = useQuery(productsQuery);
  const [params] = useSearchParams();
  const onlyLow = params.get('stock') === 'low';
  const shown = products.data?.slice(0, MAX_PRODUCTS_LISTED).filter(({ low }) => low || !onlyLow);
  return (
    <section aria-labelledby="products" className="grid gap-4">
      <title>Products | Admin</title>
      <header className="flex flex-wrap items-center justify-between gap-3">
        <h1 id="products" className="text-2xl">
          Products
        </h1>
        {isOwner && (
          <LinkButton to="/admin/products/new" className="min-h-11">
            Add a product
          </LinkButton>
        )}
      </header>
      <nav aria-label="Which products" className="flex gap-0.5">
        {FILTERS.map(({ to, name, low }) => (
          <Link
            key={to}
            to={to}
            aria-current={low === onlyLow ? 'page' : undefined}
            className="inline-flex min-h-11 items-center rounded-full px-3 font-medium whitespace-nowrap text-body hover:bg-surface-accent aria-[current=page]:bg-primary aria-[current=page]:text-on-primary"
          >
            {name}
          </Link>
        ))}
      </nav>
      {products.isPending && (
        <Skeleton className="grid gap-2">
          <SkeletonBlock className="h-24 w-full" />
          <SkeletonBlock className="h-24 w-full" />
          <SkeletonBlock className="h-24 w-full" />
        </Skeleton>
      )}
      {products.isError && !products.data && (
        <LoadError
          error={products.error}
          retrying={products.isFetching}
          onRetry={products.refetch}
        />
      )}
      {shown && shown.length === 0 && (
        <p className="panel">{onlyLow ? 'No product is low in stock.' : 'No products yet.'}</p>
      )}
      {shown && shown.length > 0 && (
        <ul className="rounded-lg border border-border bg-surface shadow-soft">
          {shown.map((product) => (
            <ProductRow key={product.id} product={product} />
          ))}
        </ul>
      )}
      <ListLimitNote length={products.data?.length ?? 0} />
    </section>
  );
}

const FILTERS = [
  { to: '/admin/products', name: 'All', low: false },
  { to: '/admin/products?stock=low', name: 'Low stock', low: true },
] as const;
