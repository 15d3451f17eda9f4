import type { ReactNode } from 'react';
import { Button } from '#app/ui/button.tsx';
import { messageOf } from './api-error.ts';

type LoadErrorProps = { error: unknown; retrying: boolean; onRetry: () => void };

/** Shown instead of data that could not be loaded: the reason, and a retry button. */
export function LoadError({ error, retrying, onRetry }: LoadErrorProps) {
  return (
    <div role="alert" className="grid justify-items-center gap-5 py-12 text-center">
      <p>{messageOf(error)}</p>
      <Button tone="secondary" busy={retrying && 'Trying again...'} onClick={onRetry}>
        Try again
      </Button>
    </div>
  );
}

type LoadedProps<Data> = {
  query: { data: Data | undefined; error: unknown; isFetching: boolean; refetch: () => unknown };
  /** Shown until the data is there. */
  skeleton?: ReactNode;
  children: (data: Data) => ReactNode;
};

/** The data of a query once it is there; until then its skeleton, or why it could not be loaded. */
export function Loaded<Data>({ query, skeleton, children }: LoadedProps<Data>) {
  const { data, error, isFetching, refetch } = query;
  if (data !== undefined) return <>{children(data)}</>;
  if (error) return <LoadError error={error} retrying={isFetching} onRetry={refetch} />;
  return <>{skeleton}</>;
}
