import { SumRow } from '#app/ui/item-row.tsx';
import { type Charges, chargeRows } from '#domain/price-order.ts';

type ChargeRowsProps = {
  charges: Charges;
  /** Formats an amount in the unit of `charges`. */
  format: (amount: number) => string;
};

/** The rows between 'Subtotal' and 'Total', in a `<dl>`. */
export function ChargeRows({ charges, format }: ChargeRowsProps) {
  return (
    <>
      {chargeRows(charges).map(({ name, amount }) => (
        <SumRow key={name} name={name}>
          {amount < 0 ? `−${format(-amount)}` : amount === 0 ? 'Free' : format(amount)}
        </SumRow>
      ))}
    </>
  );
}
