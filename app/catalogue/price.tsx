import { formatRupees } from '#domain/money.ts';
import { mrpBeside, type Priced } from '#domain/mrp.ts';

/** The price of a product, with the MRP beside it where that is higher. In the text font: the display font has no ₹. */
export function Price({ priced, large = false }: { priced: Priced; large?: boolean }) {
  const mrp = mrpBeside(priced);
  return (
    <p className="tabular-nums">
      {mrp !== null && <span className="sr-only">{'You pay '}</span>}
      <span className={`font-semibold text-foreground ${large ? 'text-2xl' : 'text-lg'}`}>
        {formatRupees(priced.price)}
      </span>
      {mrp !== null && (
        <span className={`text-muted ${large ? '' : 'text-sm'}`}>
          {' '}
          <span>MRP</span> <s>{formatRupees(mrp)}</s>
        </span>
      )}
    </p>
  );
}
