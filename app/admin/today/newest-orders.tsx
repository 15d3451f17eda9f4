import { useQuery } from '@tanstack/react-query';
import { FulfilmentBadge } from '#app/admin/orders/fulfilment-badge.tsx';
import { age } from '#app/admin/orders/list/age.ts';
import { ListUpdatesButton } from '#app/admin/orders/list/list-updates-button.tsx';
import { useListUpdates } from '#app/admin/orders/list/use-list-updates.ts';
import { orderListQuery } from '#app/admin/orders/order-queries.ts';
import { Link } from '#app/ui/link.js';
import { formatRupees } from '#domain/money.ts';

const SHOWN = 6;
const NEWEST = { queue: 'all' } as const;

/** Links to the newest orders. Also shown in a shop without orders, so that the first one appears here. */
export function NewestOrders() {
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
        {data.orders.slice(0, SHOWN).map((order) => (
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
