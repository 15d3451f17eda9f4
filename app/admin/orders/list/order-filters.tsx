import { Field, SelectField } from '#app/ui/field.tsx';
import { useNavigate } from '#app/ui/link.js';
import { PAYMENT_FILTERS } from '#contract/admin/orders.ts';
import {
  type OrderFilter,
  orderListPath,
  PAYMENT_FILTER_NAMES,
  readOrderFilter,
} from './order-filter.ts';

const PAYMENTS = [
  { value: '', label: 'Any payment' },
  ...PAYMENT_FILTERS.map((value) => ({ value, label: PAYMENT_FILTER_NAMES[value] })),
];

/** The filters by payment and days, collapsed until they are opened or set. */
export function OrderFilters({ filter }: { filter: OrderFilter }) {
  const navigate = useNavigate();
  const { after: _, ...rest } = filter;
  const set = [filter.payment, filter.from, filter.to].filter(Boolean).length;

  function change(name: 'payment' | 'from' | 'to', value: string) {
    const params = new URLSearchParams(orderListPath(rest).split('?')[1]);
    params.set(name, value);
    navigate(orderListPath(readOrderFilter(params)), { replace: true });
  }

  return (
    <details open={set > 0} className="group">
      <summary className="ml-auto flex w-fit min-h-11 items-center rounded-full px-4 font-medium text-petal hover:bg-linen">
        Filter{set > 0 && ` (${set})`}
      </summary>
      <div className="grid gap-3 py-2 sm:grid-cols-3">
        <SelectField
          label="Payment"
          options={PAYMENTS}
          value={filter.payment ?? ''}
          onChange={(event) => change('payment', event.target.value)}
        />
        <Field
          label="From"
          type="date"
          value={filter.from ?? ''}
          onChange={(event) => change('from', event.target.value)}
        />
        <Field
          label="To"
          type="date"
          value={filter.to ?? ''}
          onChange={(event) => change('to', event.target.value)}
        />
      </div>
    </details>
  );
}
