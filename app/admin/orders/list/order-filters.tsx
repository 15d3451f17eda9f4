import { Suspense, useLayoutEffect, useRef, useState } from 'react';
import { lazy } from '#app/admin/app-version/lazy.ts';
import { DayField } from '#app/admin/day-field.tsx';
import { useStaff } from '#app/admin/staff/use-staff.ts';
import { useChangeParams } from '#app/admin/use-change-params.ts';
import { SelectField } from '#app/ui/field.tsx';
import { Link } from '#app/ui/link.js';
import { PAYMENT_FILTERS } from '#contract/admin/order-list.ts';
import { type OrderFilter, orderListPath, PAYMENT_FILTER_NAMES, SELECTED } from './order-filter.ts';

const ExportOrders = lazy(() => import('./export-orders.tsx'));
const ParcelFilters = lazy(() => import('./parcel-filters.tsx'));

const PAYMENTS = [
  { value: '', label: 'Any payment' },
  ...PAYMENT_FILTERS.map((value) => ({ value, label: PAYMENT_FILTER_NAMES[value] })),
];

/** The filters by payment, days, courier and product, collapsed until they are opened or set; and what they show as a file. */
export function OrderFilters({ filter }: { filter: OrderFilter }) {
  const changeParams = useChangeParams({ replace: true });
  // Accountants may list neither the couriers nor the stock.
  const { role } = useStaff();
  const listsParcels = role !== 'accountant';
  const { queue, q, payment, courier, product, from, to } = filter;
  const set = [payment, courier, product, from, to].filter(Boolean).length;
  const isSet = set > 0;
  const [opened, setOpened] = useState(isSet);
  const details = useRef<HTMLDetailsElement>(null);
  // Not with the attribute `open`, which would close it around the field in which the last filter is being changed.
  useLayoutEffect(() => {
    if (isSet && details.current) details.current.open = true;
  }, [isSet]);

  function change(name: 'payment' | 'courier' | 'product' | 'from' | 'to', value: string) {
    changeParams((latest) => {
      if (value) latest.set(name, value);
      else latest.delete(name);
      latest.delete('after');
      latest.delete(SELECTED);
    });
  }

  return (
    <details
      ref={details}
      onToggle={(event) => event.currentTarget.open && setOpened(true)}
      className="group"
    >
      <summary className="ml-auto flex w-fit min-h-11 items-center rounded-full px-4 font-medium text-primary hover:bg-surface-accent">
        Filter{isSet && ` (${set})`}
      </summary>
      <div className="grid gap-3 py-2 sm:grid-cols-3">
        <SelectField
          label="Payment"
          options={PAYMENTS}
          value={payment ?? ''}
          onChange={(event) => change('payment', event.target.value)}
        />
        <DayField label="From" value={from} onChange={(day) => change('from', day)} />
        <DayField label="To" value={to} onChange={(day) => change('to', day)} />
        {opened && listsParcels && (
          <Suspense>
            <ParcelFilters filter={filter} onChange={change} />
          </Suspense>
        )}
      </div>
      {opened && role !== 'packer' && (
        <Suspense>
          <div className="grid gap-2 pb-2">
            <ExportOrders filter={filter} />
          </div>
        </Suspense>
      )}
      {isSet && (
        <Link to={orderListPath({ queue, q })} replace className="panel-link">
          Clear the filters
        </Link>
      )}
    </details>
  );
}
