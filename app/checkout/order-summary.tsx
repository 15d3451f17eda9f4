import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { Card } from '#app/ui/card.tsx';
import { Picture } from '#app/ui/picture.tsx';
import { SumRow } from '#app/ui/sum-row.tsx';
import type { CartItem } from '#contract/cart.ts';
import { cartTotal, lineTotal } from '#domain/cart.ts';
import { formatPaise } from '#domain/money.ts';

type OrderSummaryProps = {
  lines: readonly CartItem[];
  /** What stands beside a line that cannot be ordered as it is. */
  mark: (line: CartItem) => ReactNode;
};

/** What is about to be ordered. No fee, tax or discount is added: shipping is free and total equals subtotal. */
export function OrderSummary({ lines, mark }: OrderSummaryProps) {
  const total = formatPaise(cartTotal(lines));
  return (
    <section aria-labelledby="order-summary">
      <Card>
        <div className="flex flex-wrap items-center justify-between gap-x-2">
          <h2 id="order-summary" className="text-xl">
            Order Summary
          </h2>
          <Link
            to="/cart"
            className="inline-flex min-h-11 items-center rounded-sm text-sm font-semibold text-petal hover:underline"
          >
            Edit cart
          </Link>
        </div>
        <ul className="mt-3 grid gap-4">
          {lines.map((line) => (
            <li
              key={line.id}
              className="grid grid-cols-[min(4rem,22%)_minmax(0,1fr)] items-center gap-x-4 gap-y-1"
            >
              <Picture
                src={line.product_image}
                alt=""
                widths={[160, 320]}
                sizes="64px"
                width={64}
                height={64}
                className="aspect-square w-full rounded-sm object-cover"
              />
              <div className="min-w-0">
                <p className="leading-snug font-medium text-ink">{line.product_name}</p>
                {mark(line)}
                <p className="mt-0.5 flex flex-wrap items-baseline justify-between gap-x-4">
                  <span className="text-sm text-muted">Qty: {line.quantity}</span>
                  <span className="text-ink tabular-nums">{formatPaise(lineTotal(line))}</span>
                </p>
              </div>
            </li>
          ))}
        </ul>
        <dl className="mt-6 grid gap-y-3 border-t border-line pt-5">
          <SumRow name="Subtotal">{total}</SumRow>
          <SumRow name="Shipping">Free</SumRow>
          <SumRow name="Total" className="text-lg font-semibold text-ink">
            {total}
          </SumRow>
        </dl>
      </Card>
    </section>
  );
}
