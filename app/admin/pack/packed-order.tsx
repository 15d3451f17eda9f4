import { FulfilmentBadge } from '#app/admin/orders/fulfilment-badge.tsx';
import { Button } from '#app/ui/button.tsx';
import type { OrderDetail } from '#contract/admin/order-views.ts';
import { isComplete, type Ticked } from './scan.ts';

type PackedOrderProps = {
  order: OrderDetail;
  open: boolean;
  ticked: Ticked;
  busy: boolean;
  onOpen: () => void;
  onTick: (item: string) => void;
  onPacked: () => void;
};

/** One order to pack: where it goes, and while it is open each product with its pieces; a press ticks one, as a scan. */
export function PackedOrder({
  order,
  open,
  ticked,
  busy,
  onOpen,
  onTick,
  onPacked,
}: PackedOrderProps) {
  const { order_number, shipping_address, place, order_items } = order;
  const packable = order.verbs.includes('pack');
  const complete = isComplete(order, ticked);
  return (
    <li className={`panel ${open ? 'ring-2 ring-petal' : ''}`}>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <button
          type="button"
          aria-expanded={open}
          onClick={onOpen}
          className="min-h-11 min-w-0 text-left"
        >
          <span className="block font-semibold text-ink tabular-nums">{order_number}</span>
          <span className="block text-sm text-muted">
            {[shipping_address?.full_name, place.city].filter(Boolean).join(', ')}
          </span>
        </button>
        {!packable && <FulfilmentBadge order={order} />}
        {packable && open && (
          <Button
            tone={complete ? 'primary' : 'secondary'}
            busy={busy && 'Working...'}
            onClick={onPacked}
          >
            Packed
          </Button>
        )}
      </div>
      {open && packable && (
        <ul className="mt-3">
          {order_items.map(({ id, product_id, product_name, quantity }) => {
            const done = ticked[id] ?? 0;
            return (
              <li key={id} className="border-t border-line">
                <button
                  type="button"
                  disabled={done >= quantity}
                  onClick={() => onTick(id)}
                  className="grid min-h-14 w-full grid-cols-[minmax(0,1fr)_auto] items-center gap-4 text-left"
                >
                  <span>
                    <span className="block font-medium text-ink">{product_name}</span>
                    <span className="block text-sm text-muted">Code {product_id}</span>
                  </span>
                  <span
                    className={`text-lg font-semibold tabular-nums ${done >= quantity ? 'text-success' : 'text-ink'}`}
                  >
                    {done} of {quantity}
                  </span>
                </button>
              </li>
            );
          })}
        </ul>
      )}
    </li>
  );
}
