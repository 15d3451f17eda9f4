import { formatPaise, toPaise } from '#domain/money.ts';

/** An amount in rupees. In the text face: the ₹ of the display face would come from another font. */
export function Price({ rupees, large = false }: { rupees: number; large?: boolean }) {
  return (
    <span className={`font-semibold text-ink tabular-nums ${large ? 'text-2xl' : 'text-lg'}`}>
      {formatPaise(toPaise(rupees))}
    </span>
  );
}
