import { useQuery } from '@tanstack/react-query';
import { orderListPath } from '#app/admin/orders/list/order-filter.ts';
import { OrderSearch } from '#app/admin/orders/list/order-search.tsx';
import { useStaff } from '#app/admin/staff/use-staff.ts';
import { LoadError } from '#app/shell/api/load-error.tsx';
import type { PageAddress } from '#app/ui/page-path.ts';
import { Skeleton, SkeletonBlock } from '#app/ui/skeleton.tsx';
import type { Queue } from '#contract/admin/order-list.ts';
import type { Today } from '#contract/admin/today.ts';
import { formatRupees } from '#domain/money.ts';
import { NewestOrders } from './newest-orders.tsx';
import { TodayLine } from './today-line.tsx';
import { todayQuery } from './today-query.ts';

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
      name: 'Cancelled after packing: take it out',
      line: today.cancelled_parcels?.count ? today.cancelled_parcels : null, // rare
      to: '/admin/cancelled-parcels',
      action: 'Take out',
    },
    { name: 'Late or not delivered', line: today.late, to: queue('late'), action: 'Look' },
    { name: 'Coming back', line: today.coming_back, to: queue('coming_back'), action: 'Receive' },
    {
      name: 'Refund after return',
      line: today.return_refunds,
      to: '/admin/return-refunds',
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
    { name: 'Low stock', line: today.low_stock, to: '/admin/stock', action: 'Receive' },
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
