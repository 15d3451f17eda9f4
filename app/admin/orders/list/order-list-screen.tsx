import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useLocation, useSearchParams } from 'react-router';
import { LinkTabs, List, Pages } from '#app/admin/list.tsx';
import { BulkBar } from '#app/admin/orders/bulk/bulk-bar.tsx';
import { orderListQuery } from '#app/admin/orders/order-queries.ts';
import { Loaded, Screen } from '#app/admin/screen.tsx';
import { useStaff } from '#app/admin/staff/use-staff.ts';
import { Link } from '#app/ui/link.js';
import { QUEUES, type Queue } from '#contract/admin/order-list.ts';
import { parseNumberList } from '#domain/number-list.ts';
import { ListUpdatesButton, useListUpdates } from './list-updates-button.tsx';
import { type OrderFilter, orderListPath, QUEUE_NAMES, readOrderFilter } from './order-filter.ts';
import { OrderFilters } from './order-filters.tsx';
import { OrderRow } from './order-row.tsx';
import { MissingNumbers, OrderSearch } from './order-search.tsx';
import { useListKeys, useSelection } from './selection.ts';

/** Queues without a tab of their own: Today links to those of rare work, and Products to the sold pieces. */
const LINKED: readonly Queue[] = ['refunds_failed', 'to_take_out', 'return_to_refund', 'unsent'];

/** The orders by queue, searched and filtered, 50 a page. Queue, search and filters are in the URL. */
export default function OrderListScreen() {
  const [params] = useSearchParams();
  const { pathname, search } = useLocation();
  const filter = readOrderFilter(params);
  const list = useQuery(orderListQuery(filter));
  const { updates, show } = useListUpdates(filter, list.isPlaceholderData ? undefined : list.data);
  const { selected, select, deselect, toggle, clear } = useSelection();
  const orders = list.data?.orders ?? [];
  const here = orders.filter(({ order_number }) => selected.has(order_number));
  const numbers = filter.q ? parseNumberList(filter.q) : null;
  // Accountants only read: there is no bulk action for them.
  const selects = useStaff().role !== 'accountant';
  const numbersHere = orders.map(({ order_number }) => order_number);
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

  const { after, ...rest } = filter;
  return (
    <Screen
      heading="Orders"
      title={`${QUEUE_NAMES[filter.queue ?? 'all']} | Orders`}
      aside={<ListUpdatesButton updates={updates} onShow={() => void show()} />}
    >
      <div className="grid grid-cols-1 gap-2">
        <OrderSearch filter={filter} />
        <LinkTabs
          label="Queues"
          tabs={tabsFor(filter).map((queue) => ({
            to: orderListPath({ ...rest, queue }),
            name: QUEUE_NAMES[queue],
            current: filter.queue === queue,
          }))}
        />
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
        <MissingNumbers
          numbers={list.data && !list.isPlaceholderData ? (numbers ?? []) : []}
          orders={orders}
        />
        <Loaded query={list} blocks={ROWS}>
          {({ next }) => (
            <>
              {orders.length === 0 && !numbers && <NoOrders filter={filter} />}
              <List busy={list.isPlaceholderData}>
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
              </List>
              <Pages
                after={after}
                next={next}
                to={(last) => orderListPath({ ...rest, after: last })}
              />
            </>
          )}
        </Loaded>
      </div>
      {selects && <BulkBar orders={here} onClear={clear} onDone={deselect} />}
    </Screen>
  );
}

const ROWS = Array.from({ length: 8 }, () => 'h-14');

function NoOrders({ filter }: { filter: OrderFilter }) {
  const { q, queue = 'all' } = filter;
  return (
    <p className="py-16 text-center text-muted">
      {q
        ? `No order has “${q}”.`
        : queue === 'all'
          ? 'No orders yet.'
          : `No order is under “${QUEUE_NAMES[queue]}”.`}{' '}
      {q && queue !== 'all' && (
        <Link
          to={orderListPath({ ...filter, queue: 'all', after: undefined })}
          className="font-semibold text-primary underline underline-offset-4"
        >
          Search all orders
        </Link>
      )}
    </p>
  );
}

/** The tabs. A queue without a tab of its own gets one while it is open: the first, where a phone shows it. */
function tabsFor({ queue: current }: OrderFilter): Queue[] {
  const usual = QUEUES.filter((queue) => !LINKED.includes(queue));
  return current && LINKED.includes(current) ? [current, ...usual] : usual;
}
