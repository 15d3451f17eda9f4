import { useQuery } from '@tanstack/react-query';
import { ListLimitNote } from '#app/admin/list-limit-note.tsx';
import { LoadError } from '#app/shell/api/load-error.tsx';
import { Skeleton, SkeletonBlock } from '#app/ui/skeleton.tsx';
import { MAX_PRODUCTS_LISTED } from '#contract/admin/products.ts';
import { stockQuery } from './stock-queries.ts';
import { StockRow } from './stock-row.tsx';

/** The stock of all products and its changes: received, damaged, sample, counted. */
export default function StockScreen() {
  const stock = useQuery(stockQuery);
  return (
    <section aria-labelledby="stock" className="grid gap-4">
      <title>Stock | Admin</title>
      <h1 id="stock" className="text-2xl">
        Stock
      </h1>
      {stock.isPending && (
        <Skeleton className="grid gap-2">
          <SkeletonBlock className="h-16 w-full" />
          <SkeletonBlock className="h-16 w-full" />
          <SkeletonBlock className="h-16 w-full" />
        </Skeleton>
      )}
      {stock.isError && !stock.data && (
        <LoadError error={stock.error} retrying={stock.isFetching} onRetry={stock.refetch} />
      )}
      {stock.data && (
        <ul className="overflow-clip rounded-lg border border-border bg-surface shadow-soft">
          {stock.data.slice(0, MAX_PRODUCTS_LISTED).map((level) => (
            <StockRow key={level.product_id} level={level} />
          ))}
        </ul>
      )}
      <ListLimitNote length={stock.data?.length ?? 0} />
    </section>
  );
}
