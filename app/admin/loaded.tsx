import type { ReactNode } from 'react';
import { NotFound } from '#app/pages/error-page.tsx';
import { hasErrorCode } from '#app/shell/api/api-error.ts';
import { LoadError } from '#app/shell/api/load-error.tsx';
import { Skeleton, SkeletonBlock } from '#app/ui/skeleton.tsx';
import { Spinner } from '#app/ui/spinner.tsx';

type LoadedProps<Data> = {
  query: { data: Data | undefined; error: unknown; isFetching: boolean; refetch: () => unknown };
  /** Classes of the blocks to show until the data is there, for example their heights; without, a spinner. */
  blocks?: readonly string[];
  children: (data: Data) => ReactNode;
};

/** The data of a query once it is there; until then what stands for it, or why it could not be loaded. */
export function Loaded<Data>({ query, blocks, children }: LoadedProps<Data>) {
  const { data, error, isFetching, refetch } = query;
  if (data !== undefined) return <>{children(data)}</>;
  if (hasErrorCode(error, 'not_found', 'order_not_found', 'product_not_found')) return <NotFound />;
  if (error) return <LoadError error={error} retrying={isFetching} onRetry={refetch} />;
  if (!blocks) return <Spinner label="Loading..." />;
  return (
    <Skeleton className="grid gap-2">
      {blocks.map((height, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they stay as they are
        <SkeletonBlock key={place} className={`w-full ${height}`} />
      ))}
    </Skeleton>
  );
}
