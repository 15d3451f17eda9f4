import type { MouseEvent } from 'react';
import { FulfilmentBadge } from '#app/admin/orders/fulfilment-badge.tsx';
import { CorrectedAddress } from '#app/admin/orders/order-warnings.tsx';
import { Button } from '#app/ui/button.tsx';
import { Icon } from '#app/ui/icon.tsx';
import type { OrderDetail } from '#contract/admin/order-views.ts';
import { isolated } from '#domain/isolated.ts';
import { isComplete, type Ticked } from './scan.ts';

export type OrderItem = OrderDetail['order_items'][number];

type PackedOrderProps = {
  order: OrderDetail;
  open: boolean;
  ticked: Ticked;
  busy: boolean;
  onOpen: () => void;
  /** Adds or removes a tick. */
  onTick: (item: OrderItem, by: 1 | -1) => void;
  onPacked: () => void;
};

/** One order to pack: its address and, while it is open, its products, with buttons to tick and untick pieces. */
export function PackedOrder(props: PackedOrderProps) {
  const { order, open, ticked, busy, onOpen, onTick, onPacked } = props;
  const { order_number, shipping_address, place, order_items } = order;
  const packable = order.verbs.includes('pack');
  const complete = isComplete(order, ticked);
  return (
    <li className={`panel ${open ? 'ring-2 ring-primary' : ''}`}>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <button
          type="button"
          aria-expanded={open}
          onMouseDown={keepFocus}
          onClick={onOpen}
          className="min-h-11 min-w-0 text-left"
        >
          <span translate="no" className="block font-semibold text-foreground tabular-nums">
            {order_number}
          </span>
          <span className="block text-sm text-muted">
            {[shipping_address?.full_name ?? '', place.city]
              .filter(Boolean)
              .map(isolated)
              .join(', ')}
          </span>
        </button>
        {!packable && <FulfilmentBadge order={order} />}
        {packable && open && (
          <Button
            tone={complete ? 'primary' : 'secondary'}
            busy={busy && 'Working...'}
            onMouseDown={keepFocus}
            onClick={onPacked}
          >
            Packed
          </Button>
        )}
      </div>
      {packable && <CorrectedAddress order={order} />}
      {open && packable && (
        <ul className="mt-3">
          {order_items.map((item) => {
            const { id, product_id, product_name, quantity } = item;
            const done = ticked[id] ?? 0;
            return (
              <li key={id} className="flex items-center gap-2 border-t border-border">
                <button
                  type="button"
                  // Not disabled, because that would remove the focus after the last piece was ticked.
                  aria-disabled={done >= quantity}
                  onMouseDown={keepFocus}
                  onClick={() => done < quantity && onTick(item, 1)}
                  className="grid min-h-14 min-w-0 flex-1 grid-cols-[minmax(0,1fr)_auto] items-center gap-4 text-left"
                >
                  <span>
                    <span className="block font-medium text-foreground">{product_name}</span>
                    <span className="block text-sm text-muted">Code {product_id}</span>
                  </span>
                  <span
                    className={`text-lg font-semibold tabular-nums ${done >= quantity ? 'text-success' : 'text-foreground'}`}
                  >
                    {done} of {quantity}
                  </span>
                </button>
                <button
                  type="button"
                  aria-label={`One less: ${product_name}`}
                  aria-disabled={done === 0}
                  onMouseDown={keepFocus}
                  onClick={() => done > 0 && onTick(item, -1)}
                  className="grid size-11 shrink-0 place-items-center rounded-full text-primary hover:bg-surface-accent aria-disabled:opacity-30"
                >
                  <Icon name="minus" />
                </button>
              </li>
            );
          })}
        </ul>
      )}
    </li>
  );
}

/**
 * For `onMouseDown`: a button that is clicked or tapped does not take the focus from the scan field, so that the
 * scanner's next Enter does not press it again. It still gets the focus from the keyboard.
 */
function keepFocus(event: MouseEvent): void {
  event.preventDefault();
}
