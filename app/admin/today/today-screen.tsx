import { useQuery } from '@tanstack/react-query';
import { CompactLink } from '#app/admin/buttons.tsx';
import { List } from '#app/admin/list.tsx';
import { FulfilmentBadge } from '#app/admin/orders/fulfilment-badge.tsx';
import { age } from '#app/admin/orders/list/age.ts';
import { ListUpdatesButton, useListUpdates } from '#app/admin/orders/list/list-updates-button.tsx';
import { orderListPath } from '#app/admin/orders/list/order-filter.ts';
import { OrderSearch } from '#app/admin/orders/list/order-search.tsx';
import { orderListQuery } from '#app/admin/orders/order-queries.ts';
import { Loaded, Screen } from '#app/admin/screen.tsx';
import { useStaff } from '#app/admin/staff/use-staff.ts';
import { Icon } from '#app/ui/icon.tsx';
import { Link } from '#app/ui/link.js';
import type { PageAddress } from '#app/ui/page-path.ts';
import type { Queue } from '#contract/admin/order-list.ts';
import type { Today } from '#contract/admin/today.ts';
import { formatRupees } from '#domain/money.ts';
import { todayQuery } from './today-query.ts';

const NEWEST_SHOWN = 6;

const NEWEST = { queue: 'all' } as const;

/** The open work: one line for each kind, with its count and one button. */
export default function TodayScreen() {
  const { role } = useStaff();
  const today = useQuery(todayQuery);
  return (
    <Screen heading="Today">
      <OrderSearch filter={{}} />
      <Loaded query={today} blocks={['h-14', 'h-14', 'h-14']}>
        {(data) => (
          <div className="grid gap-5 xl:grid-cols-[minmax(0,5fr)_minmax(0,7fr)] xl:items-start">
            <List>
              {linesOf(data).map((line) => (
                <TodayLine key={line.name} {...line} />
              ))}
            </List>
            <div className="grid gap-5">
              <NewestOrders />
              {role !== 'packer' && <Sales today={data} />}
            </div>
          </div>
        )}
      </Loaded>
    </Screen>
  );
}

type AnyLine = { count: number; oldest?: string | null; amount?: number };
type Line = AnyLine & { name: string; to: PageAddress; action: string };

/** The server stops counting here. */
const MAX_COUNT = 1_000;

/** One kind of work, or a tick if there is none. */
function TodayLine({ name, count, oldest, amount, to, action }: Line) {
  if (count === 0)
    return (
      <li className="today-line text-sm text-muted">
        <Icon name="check" />
        {name}
      </li>
    );
  return (
    <li className="today-line">
      <p className="min-w-12 text-xl font-semibold text-foreground tabular-nums">
        {count >= MAX_COUNT ? `${MAX_COUNT - 1}+` : count}
      </p>
      <p className="min-w-0 flex-1">
        <span className="font-medium text-foreground">{name}</span>
        {(oldest || amount !== undefined) && (
          <span className="block text-sm text-muted">
            {oldest ? `oldest ${age(oldest)}` : formatRupees(amount ?? 0)}
          </span>
        )}
      </p>
      <CompactLink to={to} tone="secondary" aria-label={`${action}: ${name}`}>
        {action}
      </CompactLink>
    </li>
  );
}

/** In the order in which the work is done; without the lines that the role may not see, and rare ones without work. */
function linesOf(today: Today): Line[] {
  const queue = (name: Queue) => orderListPath({ queue: name });
  const rare = (line: AnyLine | null | undefined) => (line?.count ? line : null);
  const disputed = orderListPath({ q: today.disputes?.orders.join(' ') });
  const lines: [name: string, line: AnyLine | null, to: PageAddress, action: string][] = [
    ['To confirm', today.to_confirm, queue('to_confirm'), 'Confirm'],
    ['To pack', today.to_pack, queue('to_pack'), 'Pack'],
    ['To hand over', today.to_hand_over, queue('to_hand_over'), 'Hand over'],
    ['Cancelled after packing', rare(today.cancelled_parcels), queue('to_take_out'), 'Take out'],
    ['Late or not delivered', today.late, queue('late'), 'Look'],
    ['Coming back', today.coming_back, queue('coming_back'), 'Receive'],
    ['Refund after return', today.return_refunds, queue('return_to_refund'), 'Refund'],
    ['Refunds that failed', today.refunds, queue('refunds_failed'), 'Look'],
    [
      'Failed refunds without an order',
      rare(today.refunds_without_order),
      '/admin/settings',
      'Look',
    ],
    ['Disputed payments to answer', rare(today.disputes), disputed, 'Look'],
    ['Messages', today.messages, '/admin/messages', 'Answer'],
    ['Cash overdue', today.cash_overdue, '/admin/cash', 'Match'],
    ['Cash short or disputed', today.cash_to_clear_up, '/admin/cash', 'Look'],
    ['Low stock', today.low_stock, '/admin/products?stock=low', 'Receive'],
    ['Emails not sent', today.failed_mails, '/admin/settings', 'Look'],
    ['Payments not settled', today.failed_payment_jobs, '/admin/settings', 'Look'],
  ];
  return lines.flatMap(([name, line, to, action]) => (line ? [{ name, to, action, ...line }] : []));
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
