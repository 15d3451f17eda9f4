import { Link } from '#app/ui/link.js';
import { Picture } from '#app/ui/picture.tsx';
import type { Order } from '#contract/orders.ts';
import { formatDay } from '#domain/day.ts';
import { formatRupees } from '#domain/money.ts';
import { itemCount } from '#domain/order.ts';
import { OrderStatusBadge } from './order-status.tsx';

/** How many thumbnails a card shows before '+N'. */
const THUMBNAILS_SHOWN = 3;

/** An order in the list; the whole card is a link to it. */
export function OrderCard({ order }: { order: Order }) {
  const shown = order.order_items.slice(0, THUMBNAILS_SHOWN);
  const more = order.order_items.length - shown.length;
  return (
    <Link
      to={`/account/orders/${order.id}`}
      className="block rounded-lg border border-border bg-surface p-5 shadow-soft transition-shadow hover:shadow-lift sm:p-6"
    >
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <div>
          <h3 className="font-text text-base font-semibold tracking-normal">
            Order{' '}
            <span translate="no" className="whitespace-nowrap">
              #{order.order_number}
            </span>
          </h3>
          <p className="text-sm text-muted">{formatDay(order.created_at)}</p>
        </div>
        <OrderStatusBadge status={order.status} />
      </div>
      <div className="mt-4 flex flex-wrap items-center gap-2">
        {shown.map((item) => (
          <Picture
            key={item.id}
            src={item.product_image}
            alt={item.product_name}
            widths={[160, 320]}
            sizes="56px"
            width={56}
            height={56}
            className="size-14 rounded-sm object-cover"
          />
        ))}
        {more > 0 && (
          <span className="grid size-14 place-items-center rounded-sm bg-surface-accent text-sm font-semibold text-foreground">
            +{more}
          </span>
        )}
      </div>
      <div className="mt-4 flex flex-wrap items-center justify-between gap-x-4 border-t border-border pt-4">
        <span className="text-sm text-muted">{itemCount(order.order_items.length)}</span>
        <span className="font-semibold text-foreground tabular-nums">
          {formatRupees(order.total_amount)}
        </span>
      </div>
    </Link>
  );
}
