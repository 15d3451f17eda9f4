import { type ComponentProps, type ReactNode, useId } from 'react';
import { useLocation } from 'react-router';
import { NotFound } from '#app/pages/error-page.tsx';
import { hasErrorCode } from '#app/shell/api/api-error.ts';
import { Loaded as LoadedData } from '#app/shell/api/load-error.tsx';
import { Icon } from '#app/ui/icon.tsx';
import { Link } from '#app/ui/link.js';
import type { PageAddress } from '#app/ui/page-path.ts';
import { Skeleton, SkeletonBlock } from '#app/ui/skeleton.tsx';
import { Spinner } from '#app/ui/spinner.tsx';

type ScreenProps = {
  heading: string;
  /** The document's title, where it says more than the heading. */
  title?: string;
  /** Beside the heading. */
  aside?: ReactNode;
  children: ReactNode;
};

/** A screen of the navigation, with its heading and the document's title. */
export function Screen({ heading, title = heading, aside, children }: ScreenProps) {
  const id = useId();
  const h1 = (
    <h1 id={id} className="text-2xl">
      {heading}
    </h1>
  );
  return (
    <section aria-labelledby={id} className="grid grid-cols-1 gap-4">
      <title>{`${title} | Admin`}</title>
      {aside ? (
        <header className="flex min-h-11 flex-wrap items-center justify-between gap-3">
          {h1}
          {aside}
        </header>
      ) : (
        h1
      )}
      {children}
    </section>
  );
}

type DetailProps = Omit<ScreenProps, 'heading'> & {
  heading: ReactNode;
  title: string;
  /** The list that it belongs to. */
  list: { to: PageAddress; name: string };
  /** Below the heading. */
  below?: ReactNode;
  className?: string;
};

/** The screen of one row of a list, with a link back to the list: as it was left, if the row was opened there. */
export function DetailScreen(props: DetailProps) {
  const { heading, title, list, aside, below, className = '', children } = props;
  const { state } = useLocation();
  return (
    <article className={`grid gap-5 ${className}`}>
      <title>{`${title} | Admin`}</title>
      <header className="grid gap-1">
        <Link
          to={typeof state?.from === 'string' ? state.from : list.to}
          className="-ml-2 inline-flex min-h-11 w-fit items-center gap-1 rounded-full px-2 text-sm font-medium text-primary hover:bg-surface-accent"
        >
          <Icon name="arrowLeft" />
          {list.name}
        </Link>
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <h1 className="text-2xl wrap-anywhere">{heading}</h1>
          {aside}
        </div>
        {below}
      </header>
      {children}
    </article>
  );
}

type LoadedProps<Data> = Pick<ComponentProps<typeof LoadedData<Data>>, 'query' | 'children'> & {
  /** Classes of the blocks to show until the data is there, for example their heights; without, a spinner. */
  blocks?: readonly string[];
};

/** The data of a query once it is there; until then what stands for it, or why it could not be loaded. */
export function Loaded<Data>({ query, blocks, children }: LoadedProps<Data>) {
  if (query.data === undefined && hasErrorCode(query.error, ...NOT_THERE)) return <NotFound />;
  return (
    <LoadedData query={query} skeleton={blocks ? <Blocks heights={blocks} /> : LOADING}>
      {children}
    </LoadedData>
  );
}

const NOT_THERE = ['not_found', 'order_not_found', 'product_not_found'] as const;
const LOADING = <Spinner label="Loading..." />;

function Blocks({ heights }: { heights: readonly string[] }) {
  return (
    <Skeleton className="grid gap-2">
      {heights.map((height, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they stay as they are
        <SkeletonBlock key={place} className={`w-full ${height}`} />
      ))}
    </Skeleton>
  );
}
