import { Card } from '#app/ui/card.tsx';
import { Picture } from '#app/ui/picture.tsx';
import type { CartItem } from '#contract/cart.ts';
import { cartTotal, lineTotal } from '#domain/cart.ts';
import { formatPaise } from '#domain/money.ts';

/** What is about to be ordered. No fee, tax or discount is added: total equals subtotal. */
export function OrderSummary({ lines }: { lines: readonly CartItem[] }) {
  const total = formatPaise(cartTotal(lines));
  return (
    <Card className="lg:sticky lg:top-26">
      <h2 className="text-xl">Order Summary</h2>
      <ul className="mt-5 grid gap-4">
        {lines.map((line) => (
          <li key={line.id} className="item-row">
            <Picture
              src={line.product_image}
              alt=""
              widths={[160, 320]}
              sizes="64px"
              width={64}
              height={64}
              className="aspect-square w-16 rounded-sm object-cover"
            />
            <div>
              <p className="leading-snug font-medium text-ink">{line.product_name}</p>
              <p className="text-sm text-muted">Qty: {line.quantity}</p>
            </div>
            <p className="text-ink tabular-nums">{formatPaise(lineTotal(line))}</p>
          </li>
        ))}
      </ul>
      <dl className="mt-6 grid gap-y-3 border-t border-line pt-5">
        <div className="sum-row">
          <dt>Subtotal</dt>
          <dd className="text-ink">{total}</dd>
        </div>
        <div className="sum-row text-lg font-semibold text-ink">
          <dt>Total</dt>
          <dd>{total}</dd>
        </div>
      </dl>
    </Card>
  );
}
