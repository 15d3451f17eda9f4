import { type ReactNode, useState } from 'react';
import { FormFields } from '#app/admin/form-fields.tsx';
import { Button } from '#app/ui/button.tsx';
import { Dialog } from '#app/ui/dialog.tsx';
import type { OrderDetail } from '#contract/admin/order-views.ts';

type ReceiveBackDialogProps = {
  order: OrderDetail;
  /** What it will do if this many pieces are good. */
  effectsOf: (good: number) => string;
  open: boolean;
  busy: boolean;
  /** The form for the second factor, shown instead of the dialog's own content. */
  step: ReactNode;
  /** What has changed since it opened. */
  changeNotice: ReactNode;
  onClose: () => void;
  onReceive: (good: { item: string; pieces: number }[]) => void;
};

/** Asks how many pieces of each item are good; all of them are preset. */
export function ReceiveBackDialog({
  order,
  effectsOf,
  open,
  busy,
  step,
  changeNotice,
  onClose,
  onReceive,
}: ReceiveBackDialogProps) {
  const [damaged, setDamaged] = useState<Record<string, number>>({});
  const good = order.order_items.map(({ id, quantity }) => ({
    item: id,
    pieces: Math.max(0, quantity - (damaged[id] ?? 0)),
  }));
  return (
    <Dialog title="What came back?" open={open} onClose={onClose}>
      {step || (
        <>
          {changeNotice}
          <p>
            {effectsOf(good.reduce((sum, { pieces }) => sum + pieces, 0))} Damaged pieces are not
            sold again. This cannot be undone.
          </p>
          <FormFields saving={busy}>
            <ul className="mt-4 divide-y divide-border">
              {order.order_items.map(({ id, product_name, quantity }, place) => (
                <li key={id} className="flex flex-wrap items-center justify-between gap-3 py-3">
                  <span className="min-w-0 flex-1">
                    {product_name}
                    <span className="block text-sm text-muted">
                      {good[place]?.pieces} good of {quantity}
                    </span>
                  </span>
                  <label className="flex items-center gap-2">
                    <span className="text-sm">Damaged</span>
                    <input
                      type="number"
                      min={0}
                      max={quantity}
                      inputMode="numeric"
                      value={damaged[id] ?? 0}
                      onChange={(event) =>
                        setDamaged({
                          ...damaged,
                          [id]: Math.min(quantity, Math.max(0, event.target.valueAsNumber || 0)),
                        })
                      }
                      className="field-input w-20"
                    />
                  </label>
                </li>
              ))}
            </ul>
          </FormFields>
          <div className="dialog-actions mt-6">
            <Button tone="quiet" onClick={onClose}>
              Cancel
            </Button>
            <Button busy={busy && 'Saving...'} onClick={() => onReceive(good)}>
              Received back
            </Button>
          </div>
        </>
      )}
    </Dialog>
  );
}
