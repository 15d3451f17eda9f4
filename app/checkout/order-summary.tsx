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
          <li key={line.id} className="grid grid-cols-[4rem_1fr_auto] items-center gap-4">
            <Picture
              src={line.product_image}
              alt=""
              widths={[160, 320]}
              sizes="64px"
              width={64}
              height={64}
              className="aspect-square w-16 rounded-sm object-cover"
            />
            <div className="min-w-0">
              <p className="leading-snug font-medium text-ink">{line.product_name}</p>
              <p className="text-sm text-muted">Qty: {line.quantity}</p>
            </div>
            <p className="text-ink tabular-nums">{formatPaise(lineTotal(line))}</p>
          </li>
        ))}
      </ul>
      <dl className="mt-6 grid grid-cols-[1fr_auto] gap-y-3 border-t border-line pt-5">
        <dt>Subtotal</dt>
        <dd className="text-right text-ink tabular-nums">{total}</dd>
        <dt className="text-lg font-semibold text-ink">Total</dt>
        <dd className="text-right text-lg font-semibold text-ink tabular-nums">{total}</dd>
      </dl>
    </Card>
  );
}
