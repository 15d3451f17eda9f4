import { useQuery } from '@tanstack/react-query';
import { Icon } from '#app/ui/icon.tsx';
import { Link } from '#app/ui/link.js';
import { cartQuery } from './use-cart.ts';

/** The header's link to the cart, with its number of distinct products. */
export function CartBadge() {
  const { data: count = 0 } = useQuery({ ...cartQuery, select: (cart) => cart.length });
  return (
    <Link
      to="/cart"
      aria-label={count === 0 ? 'Cart' : `Cart, ${count === 1 ? '1 product' : `${count} products`}`}
      className="relative grid size-11 place-items-center rounded-full text-foreground hover:bg-surface-accent"
    >
      <Icon name="cart" />
      {count > 0 && (
        <span
          aria-hidden="true"
          className="absolute top-0.5 right-0.5 grid h-5 min-w-5 place-items-center rounded-full bg-primary px-1 text-[length:--spacing(3.25)] leading-none font-semibold text-on-primary tabular-nums"
        >
          {count}
        </span>
      )}
    </Link>
  );
}
