import { useQuery } from '@tanstack/react-query';
import { age } from '#app/admin/orders/age.ts';
import { FulfilmentBadge } from '#app/admin/orders/fulfilment-badge.tsx';
import { ListNewsButton } from '#app/admin/orders/list-news-button.tsx';
import { orderListQuery } from '#app/admin/orders/order-queries.ts';
import { useListNews } from '#app/admin/orders/use-list-news.ts';
import { Link } from '#app/ui/link.js';
import { formatPaise, toPaise } from '#domain/money.ts';

const SHOWN = 6;
const NEWEST = { queue: 'all' } as const;

/** The newest orders, each a link. */
export function NewestOrders() {
  const { data } = useQuery(orderListQuery(NEWEST));
  const { news, show } = useListNews(NEWEST, data);
  if (!data || data.orders.length === 0) return null;
  return (
    <section className="panel">
      <div className="flex min-h-11 items-center gap-3">
        <h2 className="text-lg">Newest</h2>
        <ListNewsButton news={news} onShow={() => void show()} />
      </div>
      <ul className="mt-1 -mb-2">
        {data.orders.slice(0, SHOWN).map((order) => (
          <li key={order.id} className="border-b border-line last:border-0">
            <Link
              to={`/admin/orders/${order.id}`}
              state={{ from: '/admin' }}
              className="flex min-h-12 flex-wrap items-center gap-x-3 rounded-sm py-1.5 hover:bg-mist"
            >
              <span className="font-semibold text-ink tabular-nums">{order.order_number}</span>
              <span className="min-w-0 flex-1 truncate">{order.full_name ?? order.city}</span>
              <span className="text-sm text-muted">{age(order.created_at)}</span>
              {order.total_amount !== null && (
                <span className="tabular-nums">{formatPaise(toPaise(order.total_amount))}</span>
              )}
              <FulfilmentBadge fulfilment={order.fulfilment} />
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
