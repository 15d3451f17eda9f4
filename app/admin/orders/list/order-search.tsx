import { SearchForm } from '#app/admin/search/search-form.tsx';
import { useRole } from '#app/admin/staff/use-staff.ts';
import { useNavigate } from '#app/ui/link.js';
import { OrderListQuery } from '#contract/admin/order-list.ts';
import type { OrderRow } from '#contract/admin/order-views.ts';
import { bareNumber } from '#domain/number-list.ts';
import { type OrderFilter, orderListPath } from './order-filter.ts';

/** The search field, for everything that a customer may say on the phone, and for lists of numbers. */
export function OrderSearch({ filter }: { filter: OrderFilter }) {
  const navigate = useNavigate();
  const seesNames = useRole('owner', 'packer');
  const { after: _, ...rest } = filter;
  return (
    <SearchForm
      q={filter.q}
      label="Search orders"
      placeholder={seesNames ? 'Number, name, phone, PIN...' : 'Number, city, PIN...'}
      validate={(typed) => OrderListQuery.shape.q.safeParse(typed).error?.issues[0]?.message}
      onSearch={(typed) => navigate(orderListPath({ ...rest, q: typed || undefined }))}
    />
  );
}

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
