import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useLocation, useSearchParams } from 'react-router';
import { BulkBar } from '#app/admin/orders/bulk/bulk-bar.tsx';
import { orderListQuery } from '#app/admin/orders/order-queries.ts';
import { useStaff } from '#app/admin/staff/use-staff.ts';
import { LoadError } from '#app/shell/api/load-error.tsx';
import { LinkButton } from '#app/ui/button.tsx';
import { Link } from '#app/ui/link.js';
import { Skeleton, SkeletonBlock } from '#app/ui/skeleton.tsx';
import { QUEUES, type Queue } from '#contract/admin/order-list.ts';
import { parseNumberList } from '#domain/number-list.ts';
import { ListUpdatesButton } from './list-updates-button.tsx';
import { MissingNumbers } from './missing-numbers.tsx';
import {
  EMPTY_QUEUE,
  type OrderFilter,
  orderListPath,
  QUEUE_NAMES,
  readOrderFilter,
} from './order-filter.ts';
import { OrderFilters } from './order-filters.tsx';
import { OrderRow } from './order-row.tsx';
import { OrderSearch } from './order-search.tsx';
import { useSelection } from './selection.ts';
import { useListKeys } from './use-list-keys.ts';
import { useListUpdates } from './use-list-updates.ts';
import { useSelectedElsewhere } from './use-selected-elsewhere.ts';

/** Queues without a tab of their own: Today links to those of rare work, and Products to the sold pieces. */
const LINKED: readonly Queue[] = ['refunds_failed', 'to_take_out', 'return_to_refund', 'unsent'];

/** The orders by queue, searched and filtered, 50 a page. Queue, search and filters are in the URL. */
export default function OrderListScreen() {
  const [params] = useSearchParams();
  const { pathname, search } = useLocation();
  const filter = readOrderFilter(params);
  const list = useQuery(orderListQuery(filter));
  const { updates, show } = useListUpdates(filter, list.isPlaceholderData ? undefined : list.data);
  const { selected, select, deselect, toggle, clear } = useSelection(filter);
  const orders = list.data?.orders ?? [];
  const here = orders.filter(({ order_number }) => selected.has(order_number));
  const numbers = filter.q ? parseNumberList(filter.q) : null;
  // Accountants only read: there is no bulk action for them.
  const selects = useStaff().role !== 'accountant';
  const numbersHere = orders.map(({ order_number }) => order_number);
  const elsewhere = useSelectedElsewhere(
    filter,
    list.data && selects ? [...selected].filter((each) => !numbersHere.includes(each)) : [],
  );
  const [anchor, setAnchor] = useState('');
  function toggleOne(number: string) {
    setAnchor(number);
    toggle(number);
  }
  /** All from the last toggled order to this one. */
  function selectTo(number: string) {
    const [from = 0, to = 0] = [anchor, number]
      .map((each) => numbersHere.indexOf(each))
      .sort((one, other) => one - other);
    if (from < 0) toggleOne(number);
    else select(numbersHere.slice(from, to + 1));
  }
  useListKeys({
    toggle(id) {
      const order = orders.find((each) => each.id === id);
      if (order && selects) toggleOne(order.order_number);
    },
    leave: clear,
  });

  return (
    <section aria-labelledby="orders">
      <title>{`${QUEUE_NAMES[filter.queue ?? 'all']} | Orders | Admin`}</title>
      <div className="mb-2 flex min-h-11 items-center gap-3">
        <h1 id="orders" className="text-2xl">
          Orders
        </h1>
        {list.data && <ListUpdatesButton updates={updates} onShow={() => void show()} />}
      </div>
      <div className="grid gap-2">
        <OrderSearch filter={filter} />
        <QueueTabs filter={filter} />
        <div className="relative">
          <OrderFilters filter={filter} />
          {orders.length > 0 && selects && (
            <label className="absolute top-0 left-0 flex min-h-11 items-center gap-3 pl-3 text-sm text-muted">
              <input
                type="checkbox"
                className="size-5"
                checked={here.length === orders.length}
                onChange={(event) =>
                  event.target.checked ? select(numbersHere) : deselect(numbersHere)
                }
              />
              Select all {orders.length}
            </label>
          )}
        </div>
      </div>

      {list.isPending && <RowsSkeleton />}
      {list.isError && (
        <LoadError error={list.error} retrying={list.isFetching} onRetry={list.refetch} />
      )}
      <MissingNumbers
        filter={filter}
        numbers={list.data && !list.isPlaceholderData ? (numbers ?? []) : []}
        orders={orders}
      />
      {list.data && orders.length === 0 && !numbers && (
        <p className="py-16 text-center text-muted">
          {filter.q ? `No order has “${filter.q}”.` : EMPTY_QUEUE[filter.queue ?? 'all']}{' '}
          {filter.q && filter.queue !== 'all' && (
            <Link
              to={orderListPath({ ...filter, queue: 'all', after: undefined })}
              className="font-semibold text-primary underline underline-offset-4"
            >
              Search all orders
            </Link>
          )}
        </p>
      )}
      {orders.length > 0 && (
        <ul
          aria-busy={list.isPlaceholderData}
          className="mt-2 overflow-clip rounded-lg border border-border bg-surface shadow-soft aria-busy:bg-surface-accent"
        >
          {orders.map((order) => (
            <OrderRow
              key={order.id}
              order={order}
              selected={selected.has(order.order_number)}
              onToggle={
                selects
                  ? (withShift) => (withShift ? selectTo : toggleOne)(order.order_number)
                  : null
              }
              from={pathname + search}
            />
          ))}
        </ul>
      )}
      <div className="mt-5 flex flex-wrap justify-center gap-3">
        {filter.after && (
          <LinkButton
            to={orderListPath({ ...filter, after: undefined }, selected)}
            tone="secondary"
          >
            First page
          </LinkButton>
        )}
        {list.data?.next && (
          <LinkButton
            to={orderListPath({ ...filter, after: list.data.next }, selected)}
            tone="secondary"
          >
            Next page
          </LinkButton>
        )}
      </div>
      {selects && (
        <BulkBar
          orders={[...here, ...elsewhere.orders]}
          elsewhere={elsewhere.orders.length}
          together={orderListPath({ queue: filter.queue, q: [...selected].join(' ') }, selected)}
          pending={elsewhere.pending ? { ...elsewhere, count: selected.size } : null}
          onClear={clear}
          onDone={deselect}
        />
      )}
    </section>
  );
}

function RowsSkeleton() {
  return (
    <Skeleton className="mt-6 grid gap-px">
      {Array.from({ length: 8 }, (_, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: all alike
        <SkeletonBlock key={place} className="h-14 w-full" />
      ))}
    </Skeleton>
  );
}

/** The queues, as one line that scrolls sideways on a phone. */
function QueueTabs({ filter }: { filter: OrderFilter }) {
  const { after: _, ...rest } = filter;
  return (
    <nav
      aria-label="Queues"
      className="-mx-(--page-edge) overflow-x-auto px-(--page-edge) lg:mx-0 lg:px-0"
    >
      <ul className="flex gap-0.5 pb-1 max-lg:w-max lg:flex-wrap">
        {tabsFor(filter).map((queue) => (
          <li key={queue}>
            <Link
              to={orderListPath({ ...rest, queue })}
              aria-current={filter.queue === queue ? 'page' : undefined}
              className="inline-flex min-h-11 items-center rounded-full px-3 font-medium whitespace-nowrap text-body hover:bg-surface-accent aria-[current=page]:bg-primary aria-[current=page]:text-on-primary"
            >
              {QUEUE_NAMES[queue]}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** The tabs. A queue without a tab of its own gets one while it is open: the first, where a phone shows it. */
function tabsFor({ queue: current }: OrderFilter): Queue[] {
  const usual = QUEUES.filter((queue) => !LINKED.includes(queue));
  return current && LINKED.includes(current) ? [current, ...usual] : usual;
}
