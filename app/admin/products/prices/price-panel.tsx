import { useState } from 'react';
import { callAdmin } from '#app/admin/api.ts';
import { CompactButton, ConfirmButton, compact } from '#app/admin/buttons.tsx';
import { reloadProduct } from '#app/admin/products/product-queries.ts';
import { showSnackbar } from '#app/admin/snackbar/snackbar-store.ts';
import type { PriceChange } from '#contract/admin/product-prices.ts';
import type { AdminProduct } from '#contract/admin/products.ts';
import { formatDateTime } from '#domain/day.ts';
import { formatRupees } from '#domain/money.ts';
import { PriceForm } from './price-form.tsx';
import { ScheduleForm } from './schedule-form.tsx';

/** The current price, with a form to change it, and the scheduled ones. */
export function PricePanel({ product }: { product: AdminProduct }) {
  const [scheduling, setScheduling] = useState(false);
  return (
    <section className="panel grid gap-4">
      <h2 className="text-lg">Price</h2>
      <PriceForm product={product} />
      <ul className="grid gap-1 empty:hidden">
        {product.price_changes.map((change) => (
          <Change key={change.id} change={change} product={product} />
        ))}
      </ul>
      {scheduling ? (
        <ScheduleForm product={product} onDone={() => setScheduling(false)} />
      ) : (
        <CompactButton className="-ml-3.5 w-fit" onClick={() => setScheduling(true)}>
          Schedule a price
        </CompactButton>
      )}
    </section>
  );
}

const STATES: Record<PriceChange['state'], string> = {
  scheduled: 'is scheduled',
  active: 'is the price now',
  done: 'was the price',
  cancelled: 'was withdrawn',
  replaced: 'was replaced by another price',
};

/** A scheduled price and its state, in Indian time. */
function Change({ change, product }: { change: PriceChange; product: AdminProduct }) {
  const [price, starts] = [formatRupees(change.price), formatDateTime(change.starts_at)];
  const reload = () => void reloadProduct(product.id).catch(() => {});
  async function withdraw() {
    await callAdmin('DELETE /admin/price-changes/{id}', { params: { id: change.id } });
    showSnackbar({ text: 'The scheduled price is withdrawn' });
    reload();
  }
  return (
    <li className="flex flex-wrap items-center gap-x-3 border-b border-border py-1 last:border-0">
      <p className="min-w-0 flex-1 py-1.5">
        <span className="font-semibold text-foreground tabular-nums">{price}</span>{' '}
        {STATES[change.state]}
        <span className="block text-sm text-muted">
          {change.ends_at ? `${starts} to ${formatDateTime(change.ends_at)}` : `from ${starts}`}
        </span>
      </p>
      {change.state === 'scheduled' && (
        <ConfirmButton
          title="Withdraw the scheduled price?"
          keep="Keep it"
          verb="Withdraw"
          busy="Withdrawing..."
          work={withdraw}
          failed="Not withdrawn"
          onFailure={reload}
          button={compact('Withdraw')}
        >
          <p>{`${price} does not begin on ${starts}. The price can be scheduled again.`}</p>
        </ConfirmButton>
      )}
    </li>
  );
}
