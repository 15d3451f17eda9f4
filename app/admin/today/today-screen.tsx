import { useQuery } from '@tanstack/react-query';
import { FulfilmentBadge } from '#app/admin/orders/fulfilment-badge.tsx';
import { age } from '#app/admin/orders/list/age.ts';
import { ListUpdatesButton } from '#app/admin/orders/list/list-updates-button.tsx';
import { orderListPath } from '#app/admin/orders/list/order-filter.ts';
import { OrderSearch } from '#app/admin/orders/list/order-search.tsx';
import { useListUpdates } from '#app/admin/orders/list/use-list-updates.ts';
import { orderListQuery } from '#app/admin/orders/order-queries.ts';
import { useStaff } from '#app/admin/staff/use-staff.ts';
import { LoadError } from '#app/shell/api/load-error.tsx';
import { Link } from '#app/ui/link.js';
import type { PageAddress } from '#app/ui/page-path.ts';
import { Skeleton, SkeletonBlock } from '#app/ui/skeleton.tsx';
import type { Queue } from '#contract/admin/order-list.ts';
import type { Today } from '#contract/admin/today.ts';
import { formatRupees } from '#domain/money.ts';
import { TodayLine } from './today-line.tsx';
import { todayQuery } from './today-query.ts';

const NEWEST_SHOWN = 6;

const NEWEST = { queue: 'all' } as const;

/** The open work: one line for each kind, with its count and one button. */
export default function TodayScreen() {
  const { role } = useStaff();
  const today = useQuery(todayQuery);
  return (
    <section aria-labelledby="today" className="grid gap-5">
      <title>Today | Admin</title>
      <h1 id="today" className="text-2xl">
        Today
      </h1>
      <OrderSearch filter={{}} />
      {today.isPending && (
        <Skeleton className="grid gap-2">
          <SkeletonBlock className="h-14 w-full" />
          <SkeletonBlock className="h-14 w-full" />
          <SkeletonBlock className="h-14 w-full" />
        </Skeleton>
      )}
      {today.isError && !today.data && (
        <LoadError error={today.error} retrying={today.isFetching} onRetry={today.refetch} />
      )}
      {today.data && (
        <div className="grid gap-5 xl:grid-cols-[minmax(0,5fr)_minmax(0,7fr)] xl:items-start">
          <ul className="overflow-clip rounded-lg border border-border bg-surface shadow-soft">
            {linesOf(today.data).map((line) => (
              <TodayLine key={line.name} {...line} />
            ))}
          </ul>
          <div className="grid gap-5">
            <NewestOrders />
            {role !== 'packer' && <Sales today={today.data} />}
          </div>
        </div>
      )}
    </section>
  );
}

/** The details of a line. */
type AnyLine = { count: number; oldest?: string | null; amount?: number };

/** In the order in which the work is done; without the lines that the role may not see. */
function linesOf(today: Today): Parameters<typeof TodayLine>[0][] {
  const queue = (name: Queue) => orderListPath({ queue: name });
  const lines: { name: string; line: AnyLine | null; to: PageAddress; action: string }[] = [
    { name: 'To confirm', line: today.to_confirm, to: queue('to_confirm'), action: 'Confirm' },
    { name: 'To pack', line: today.to_pack, to: queue('to_pack'), action: 'Pack' },
    {
      name: 'To hand over',
      line: today.to_hand_over,
      to: queue('to_hand_over'),
      action: 'Hand over',
    },
    {
      name: 'Cancelled after packing',
      line: today.cancelled_parcels?.count ? today.cancelled_parcels : null, // rare
      to: queue('to_take_out'),
      action: 'Take out',
    },
    { name: 'Late or not delivered', line: today.late, to: queue('late'), action: 'Look' },
    { name: 'Coming back', line: today.coming_back, to: queue('coming_back'), action: 'Receive' },
    {
      name: 'Refund after return',
      line: today.return_refunds,
      to: queue('return_to_refund'),
      action: 'Refund',
    },
    {
      name: 'Refunds that failed',
      line: today.refunds,
      to: queue('refunds_failed'),
      action: 'Look',
    },
    {
      name: 'Failed refunds without an order',
      line: today.refunds_without_order?.count ? today.refunds_without_order : null, // rare
      to: '/admin/settings',
      action: 'Look',
    },
    {
      name: 'Disputed payments to answer',
      line: today.disputes?.count ? today.disputes : null, // rare
      to: orderListPath({ q: today.disputes?.orders.join(' ') }),
      action: 'Look',
    },
    { name: 'Messages', line: today.messages, to: '/admin/messages', action: 'Answer' },
    { name: 'Cash overdue', line: today.cash_overdue, to: '/admin/cash', action: 'Match' },
    {
      name: 'Cash short or disputed',
      line: today.cash_to_clear_up,
      to: '/admin/cash',
      action: 'Look',
    },
    {
      name: 'Low stock',
      line: today.low_stock,
      to: '/admin/products?stock=low',
      action: 'Receive',
    },
    { name: 'Emails not sent', line: today.failed_mails, to: '/admin/settings', action: 'Look' },
    {
      name: 'Payments not settled',
      line: today.failed_payment_jobs,
      to: '/admin/settings',
      action: 'Look',
    },
  ];
  return lines.flatMap(({ line, ...rest }) => (line ? [{ ...rest, ...line }] : []));
}

function Sales({ today: { today_so_far, yesterday, last_seven_days } }: { today: Today }) {
  const days = [
    ['Today so far', today_so_far],
    ['Yesterday', yesterday],
    ['7 days before today', last_seven_days],
  ] as const;
  return (
    <dl className="grid grid-cols-2 gap-4 sm:grid-cols-3">
      {days.map(
        ([name, sales]) =>
          sales && (
            <div key={name} className="panel max-sm:first:col-span-2">
              <dt className="text-sm text-muted">{name}</dt>
              <dd className="text-xl font-semibold text-foreground tabular-nums">
                {formatRupees(sales.amount)}
              </dd>
              <dd className="text-sm">
                {sales.orders} {sales.orders === 1 ? 'order' : 'orders'}, {sales.cod} in cash
              </dd>
            </div>
          ),
      )}
    </dl>
  );
}

/** Links to the newest orders. Also shown in a shop without orders, so that the first one appears here. */
function NewestOrders() {
  const { data } = useQuery(orderListQuery(NEWEST));
  const { updates, show } = useListUpdates(NEWEST, data);
  if (!data) return null;
  return (
    <section className="panel">
      <div className="flex min-h-11 items-center gap-3">
        <h2 className="text-lg">Newest</h2>
        <ListUpdatesButton updates={updates} onShow={() => void show()} />
      </div>
      {data.orders.length === 0 && <p className="text-muted">No orders yet.</p>}
      <ul className="mt-1 -mb-2 grid grid-cols-[1fr_auto_auto] gap-x-3 empty:hidden sm:grid-cols-[auto_1fr_auto_auto_auto]">
        {data.orders.slice(0, NEWEST_SHOWN).map((order) => (
          <li
            key={order.id}
            className="col-span-full grid grid-cols-subgrid border-b border-border last:border-0"
          >
            <Link
              to={`/admin/orders/${order.id}`}
              state={{ from: '/admin' }}
              className="col-span-full grid min-h-12 grid-cols-subgrid items-center rounded-sm py-2 hover:bg-surface-muted"
            >
              <span translate="no" className="font-semibold text-foreground tabular-nums">
                {order.order_number}
              </span>
              <span className="order-1 col-span-2 min-w-0 truncate sm:order-none sm:col-span-1">
                {order.full_name ?? order.city}
              </span>
              <span className="text-right text-sm text-muted">{age(order.created_at)}</span>
              {order.total_amount !== null && (
                <span className="text-right tabular-nums">{formatRupees(order.total_amount)}</span>
              )}
              <span className="order-1 justify-self-end sm:order-none">
                <FulfilmentBadge order={order} />
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
