import { useRef } from 'react';
import { Icon } from '#app/ui/icon.tsx';
import { Link } from '#app/ui/link.js';
import { Picture } from '#app/ui/picture.tsx';
import { QuantityStepper } from '#app/ui/quantity-stepper.tsx';
import type { CartItem } from '#contract/cart.ts';
import { lineTotal, MAX_QUANTITY, MIN_QUANTITY, orderableQuantity } from '#domain/cart.ts';
import { formatPaise, formatRupees } from '#domain/money.ts';
import { changeQuantity, isSoldOut, removeItem } from './cart.ts';
import { atMost, ItemProblemNotice } from './item-problem.tsx';

type CartItemRowProps = {
  item: CartItem;
  /** Called before the item is removed, to move the focus: the focused button is removed with it. */
  onBeforeRemove: () => void;
};

/** One item in the cart: product, quantity and total. */
export function CartItemRow({ item, onBeforeRemove }: CartItemRowProps) {
  const name = useRef<HTMLAnchorElement>(null);
  const max = orderableQuantity(item);
  return (
    <li className="grid grid-cols-[min(5.5rem,28%)_minmax(0,1fr)] items-start gap-x-4 py-6 first:pt-0 last:pb-0 sm:grid-cols-[7rem_minmax(0,1fr)] sm:gap-x-6">
      <Link
        to={`/product/${item.product_id}`}
        tabIndex={-1}
        aria-hidden="true"
        className="sm:row-span-2"
      >
        <Picture
          src={item.product_image}
          alt=""
          widths={[160, 320]}
          sizes="(min-width: 40rem) 112px, 88px"
          width={112}
          height={112}
          className={`aspect-square w-full rounded-md object-cover ${isSoldOut(item) ? 'opacity-50 grayscale' : ''}`}
        />
      </Link>
      <div className="flex min-w-0 flex-wrap items-start justify-between gap-3">
        <div className="min-w-0 flex-1 basis-[6.5rem]">
          <h2 className="font-text text-base leading-snug font-semibold tracking-normal">
            <Link ref={name} to={`/product/${item.product_id}`} className="hover:text-primary">
              {item.product_name}
            </Link>
          </h2>
          <p className="mt-1 text-sm text-muted">{formatRupees(item.price)} each</p>
        </div>
        <button
          type="button"
          data-remove={item.id}
          aria-label={`Remove ${item.product_name}`}
          onClick={() => {
            onBeforeRemove();
            void removeItem(item);
          }}
          className="-mt-2 -mr-2 ml-auto grid size-11 shrink-0 place-items-center rounded-full text-muted hover:bg-surface-accent hover:text-foreground"
        >
          <Icon name="close" />
        </button>
      </div>
      <div className="mt-4 max-sm:col-span-full sm:mt-3 sm:self-end">
        <div className="flex flex-wrap items-center justify-between gap-3">
          <QuantityStepper
            label={`Quantity of ${item.product_name}`}
            value={item.quantity}
            min={MIN_QUANTITY}
            max={max}
            disabled={!item.available}
            onChange={(quantity) => changeQuantity(item, quantity)}
          />
          <p className="font-semibold text-foreground tabular-nums">
            {formatPaise(lineTotal(item))}
          </p>
        </div>
        {item.available && item.quantity === max && max < MAX_QUANTITY && (
          <p className="mt-2 text-sm text-muted">
            {max < item.stock ? atMost(max) : `Only ${max} left, and you have them all.`}
          </p>
        )}
        <ItemProblemNotice
          item={item}
          onBeforeAccept={() =>
            isSoldOut(item) ? onBeforeRemove() : name.current?.focus({ preventScroll: true })
          }
        />
      </div>
    </li>
  );
}
