import { Button } from '#app/ui/button.tsx';
import { SumRow } from '#app/ui/item-row.tsx';
import { type Charges, chargeRows } from '#domain/price-order.ts';

type ChargeRowsProps = {
  charges: Charges;
  /** Formats an amount in the unit of `charges`. */
  format: (amount: number) => string;
  /** Takes the discount code away, where it can be. */
  onRemoveCode?: () => void;
  /** Only the row of the code. */
  only?: 'code';
};

/** The rows between 'Subtotal' and 'Total', in a `<dl>`. */
export function ChargeRows({ charges, format, onRemoveCode, only }: ChargeRowsProps) {
  const rows = chargeRows(charges).filter(({ code }) => !only || code);
  return (
    <>
      {rows.map(({ name, amount, code }) => (
        <SumRow key={name} name={name}>
          {code && onRemoveCode && (
            <Button
              tone="quiet"
              className="-my-2.5 px-3!"
              aria-label={`Remove the code ${code}`}
              data-code
              onClick={onRemoveCode}
            >
              Remove
            </Button>
          )}
          {amount < 0 ? `−${format(-amount)}` : amount === 0 ? 'Free' : format(amount)}
        </SumRow>
      ))}
    </>
  );
}
