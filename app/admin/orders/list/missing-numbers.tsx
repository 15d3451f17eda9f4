import type { OrderRow } from '#contract/admin/order-views.ts';
import { bareNumber } from '#domain/number-list.ts';

type MissingNumbersProps = {
  /** The order and tracking numbers that were searched for; none while their orders are loaded. */
  numbers: readonly string[];
  orders: readonly OrderRow[];
};

/**
 * Says which numbers of a pasted list are not in this list; another queue may have their orders, or none. Always
 * rendered, because screen readers only announce changes of a live region.
 */
export function MissingNumbers({ numbers, orders }: MissingNumbersProps) {
  const found = new Set(
    orders
      .flatMap(({ order_number, tracking_number }) => [order_number, tracking_number ?? ''])
      .map(bareNumber),
  );
  const missing = numbers.filter((number) => !found.has(bareNumber(number)));
  return (
    <div role="status">
      {missing.length > 0 && (
        <p className="panel mt-2 wrap-anywhere">
          {missing.length} of {numbers.length} numbers {missing.length === 1 ? 'is' : 'are'} not in
          this list: {missing.join(', ')}.
        </p>
      )}
    </div>
  );
}
