import { Button } from '#app/ui/button.tsx';
import type { OrderDetail } from '#contract/admin/order-views.ts';
import { useTakeOut } from './use-take-out.ts';

/** On a cancelled order's page: that its closed parcel is still to be taken out; nothing if there is none. */
export function TakeOutNotice({ order }: { order: OrderDetail }) {
  const { busy, take } = useTakeOut();
  if (!order.to_take_out) return null;
  return (
    <div className="grid justify-items-start gap-3">
      <p>It was cancelled after it was packed: take the parcel out.</p>
      <Button busy={busy.has(order.id) && 'Working...'} onClick={() => void take(order)}>
        Taken out
      </Button>
    </div>
  );
}
