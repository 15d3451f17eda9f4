import { type ReactNode, useState } from 'react';
import { FormFields } from '#app/admin/form-fields.tsx';
import { Button } from '#app/ui/button.tsx';
import { Dialog } from '#app/ui/dialog.tsx';
import { QuantityStepper } from '#app/ui/quantity-stepper.tsx';
import type { OrderDetail } from '#contract/admin/order-views.ts';

type Pieces = { good: number; damaged: number };
type ReturnedItem = Pieces & { item: string };

type ReturnDialogProps = {
  order: OrderDetail;
  open: boolean;
  busy: boolean;
  /** What has changed since it opened. */
  changeNotice: ReactNode;
  onClose: () => void;
  onReceive: (returned: ReturnedItem[]) => void;
};

const NONE: Pieces = { good: 0, damaged: 0 };

/** Asks how many pieces of each item the customer sent back, good and damaged; none are preset. */
export function ReturnDialog({
  order,
  open,
  busy,
  changeNotice,
  onClose,
  onReceive,
}: ReturnDialogProps) {
  const [entered, setEntered] = useState<Record<string, Pieces>>({});
  const items = order.order_items
    .map((item) => ({ ...item, left: item.quantity - item.returned_good - item.returned_damaged }))
    .filter(({ left }) => left > 0);
  const returned = items
    .map(({ id }) => ({ item: id, ...(entered[id] ?? NONE) }))
    .filter(({ good, damaged }) => good + damaged > 0);
  return (
    <Dialog title="What came back?" open={open} onClose={onClose}>
      {changeNotice}
      <p>Good pieces go back into stock. The refund comes after this, as a step of its own.</p>
      <FormFields saving={busy}>
        <ul className="mt-4 divide-y divide-border">
          {items.map(({ id, product_name, left }) => {
            const { good, damaged } = entered[id] ?? NONE;
            const set = (more: Partial<Pieces>) =>
              setEntered({ ...entered, [id]: { good, damaged, ...more } });
            return (
              <li key={id} className="grid gap-3 py-4">
                <p className="font-medium text-foreground">
                  {product_name}
                  <span className="block text-sm font-normal text-muted">
                    {left === 1 ? 'one piece' : `${left} pieces`} with the customer
                  </span>
                </p>
                <div className="flex flex-wrap gap-x-6 gap-y-2">
                  <div className="flex items-center gap-3">
                    <span className="min-w-20 text-sm">Good</span>
                    <PieceStepper
                      label={`Good: ${product_name}`}
                      value={good}
                      max={left - damaged}
                      onChange={(pieces) => set({ good: pieces })}
                    />
                  </div>
                  <div className="flex items-center gap-3">
                    <span className="min-w-20 text-sm">Damaged</span>
                    <PieceStepper
                      label={`Damaged: ${product_name}`}
                      value={damaged}
                      max={left - good}
                      onChange={(pieces) => set({ damaged: pieces })}
                    />
                  </div>
                </div>
              </li>
            );
          })}
        </ul>
      </FormFields>
      <div className="dialog-actions mt-6">
        <Button tone="quiet" onClick={onClose}>
          Cancel
        </Button>
        <Button
          busy={busy && 'Saving...'}
          disabled={returned.length === 0}
          onClick={() => onReceive(returned)}
        >
          Return received
        </Button>
      </div>
    </Dialog>
  );
}

type PieceStepperProps = {
  /** What is counted: 'Good: Deluxe Gift Set'. */
  label: string;
  value: number;
  max: number;
  onChange: (value: number) => void;
};

/** Counts pieces from none. Each button names what it counts, because a dialog has several. */
function PieceStepper({ label, value, max, onChange }: PieceStepperProps) {
  return (
    <QuantityStepper
      label={label}
      value={value}
      min={0}
      max={max}
      onChange={onChange}
      less={`One less. ${label}`}
      more={`One more. ${label}`}
    />
  );
}
