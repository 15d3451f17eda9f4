import { infiniteQueryOptions } from '@tanstack/react-query';
import { Fragment, type ReactNode } from 'react';
import { LoadError } from '#app/shell/api/load-error.tsx';
import { Button, LinkButton } from '#app/ui/button.tsx';
import { Link } from '#app/ui/link.js';
import type { PageAddress } from '#app/ui/page-path.ts';

type ListProps = {
  /** Whether it is still the former page. */
  busy?: boolean;
  children: ReactNode;
};

/** The box around the rows of a list; nothing without rows. */
export function List({ busy, children }: ListProps) {
  return (
    <ul
      aria-busy={busy}
      className="overflow-clip rounded-lg border border-border bg-surface shadow-soft empty:hidden aria-busy:bg-surface-accent"
    >
      {children}
    </ul>
  );
}

type PagesProps = {
  /** Whether an earlier page is skipped. */
  after: string | undefined;
  next: string | null | undefined;
  /** The address of the page after a row; of the first one without. */
  to: (after?: string) => PageAddress;
};

/** The links below a list that is shown page by page. */
export function Pages({ after, next, to }: PagesProps) {
  return (
    <div className="flex flex-wrap justify-center gap-3 empty:hidden">
      {after && (
        <LinkButton to={to()} tone="secondary">
          First page
        </LinkButton>
      )}
      {next && (
        <LinkButton to={to(next)} tone="secondary">
          Next page
        </LinkButton>
      )}
    </div>
  );
}

/**
 * The query of a list that grows, whose data are the rows of all pages read so far.
 *
 * @param key below 'admin', for `reload`.
 * @param load reads the page after a `next`, the first one without.
 */
export function growingQuery<Page extends { next: string | null }, Row>(
  key: readonly unknown[],
  load: (after?: string) => Promise<Page>,
  rowsOf: (page: Page) => Row[],
) {
  return infiniteQueryOptions({
    queryKey: ['admin', ...key],
    queryFn: ({ pageParam }: { pageParam: string | undefined }) => load(pageParam),
    initialPageParam: undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
    select: ({ pages }) => pages.flatMap(rowsOf),
  });
}

export type GrowingListProps<Row> = {
  list: {
    data: Row[] | undefined;
    error: unknown;
    isFetching: boolean;
    refetch: () => unknown;
    isPlaceholderData?: boolean;
    hasNextPage: boolean;
    isFetchingNextPage: boolean;
    fetchNextPage: () => unknown;
  };
  idOf: (row: Row) => string;
  row: (row: Row) => ReactNode;
};

/** A list that grows by a button, of a `growingQuery`. */
export function GrowingList<Row>({ list, idOf, row }: GrowingListProps<Row>) {
  if (!list.data) {
    if (!list.error) return null;
    return <LoadError error={list.error} retrying={list.isFetching} onRetry={list.refetch} />;
  }
  return (
    <>
      <List busy={list.isPlaceholderData ?? false}>
        {list.data.map((each) => (
          <Fragment key={idOf(each)}>{row(each)}</Fragment>
        ))}
      </List>
      {list.hasNextPage && (
        <Button
          tone="secondary"
          className="w-fit justify-self-center"
          busy={list.isFetchingNextPage && 'Loading...'}
          onClick={() => void list.fetchNextPage()}
        >
          Show more
        </Button>
      )}
    </>
  );
}

type LinkTabsProps = {
  label: string;
  tabs: readonly { to: PageAddress; name: string; current: boolean }[];
};

/** The parts of a list, each with an address, as one line that scrolls sideways on a phone. */
export function LinkTabs({ label, tabs }: LinkTabsProps) {
  return (
    <nav
      aria-label={label}
      className="-mx-(--page-edge) overflow-x-auto px-(--page-edge) lg:mx-0 lg:px-0"
    >
      <ul className="flex gap-0.5 pb-1 max-lg:w-max lg:flex-wrap">
        {tabs.map(({ to, name, current }) => (
          <li key={name} ref={current ? bringIntoView : undefined}>
            <Link
              to={to}
              aria-current={current ? 'page' : undefined}
              className="inline-flex min-h-11 items-center rounded-full px-3 font-medium whitespace-nowrap text-body hover:bg-surface-accent aria-[current=page]:bg-primary aria-[current=page]:text-on-primary"
            >
              {name}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** The current part may be outside the screen of a phone. */
function bringIntoView(tab: HTMLElement | null) {
  tab?.scrollIntoView({ block: 'nearest', inline: 'center' });
}
