import { useQuery } from '@tanstack/react-query';
import { useLayoutEffect, useRef, useState } from 'react';
import { callAdmin } from '#app/admin/api.ts';
import { CsvButton } from '#app/admin/buttons.tsx';
import { FilterFields, useChangeParams } from '#app/admin/filters.tsx';
import { couriersQuery } from '#app/admin/orders/order-queries.ts';
import { productsQuery } from '#app/admin/products/product-queries.ts';
import { useStaff } from '#app/admin/staff/use-staff.ts';
import { Link } from '#app/ui/link.js';
import { PAYMENT_FILTERS } from '#contract/admin/order-list.ts';
import { type OrderFilter, orderListPath, PAYMENT_FILTER_NAMES } from './order-filter.ts';
import { SELECTED } from './selection.ts';

const PAYMENTS = PAYMENT_FILTERS.map((value) => ({ value, label: PAYMENT_FILTER_NAMES[value] }));

const asOptions = (rows: readonly { id: string; name: string }[] = []) =>
  rows.map(({ id, name }) => ({ value: id, label: name }));

/** The filters by payment, days, courier and product, collapsed until they are opened or set; and what they show as a file. */
export function OrderFilters({ filter }: { filter: OrderFilter }) {
  const changeParams = useChangeParams({ replace: true });
  const { role } = useStaff();
  const { queue, q, payment, courier, product, from, to } = filter;
  const values = { payment, from, to, courier, product };
  const set = Object.values(values).filter(Boolean).length;
  const isSet = set > 0;
  const [opened, setOpened] = useState(isSet);
  // Accountants may list neither the couriers nor the stock.
  const listsParcels = role !== 'accountant';
  const couriers = useQuery({ ...couriersQuery, enabled: opened && listsParcels });
  const products = useQuery({ ...productsQuery, enabled: opened && listsParcels });
  const details = useRef<HTMLDetailsElement>(null);
  // Not with the attribute `open`, which would close it around the field in which the last filter is being changed.
  useLayoutEffect(() => {
    if (isSet && details.current) details.current.open = true;
  }, [isSet]);

  function change(name: keyof typeof values, value: string) {
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
        <FilterFields
          values={values}
          onChange={change}
          fields={[
            { name: 'payment', label: 'Payment', any: 'Any payment', options: PAYMENTS },
            { name: 'from', label: 'From' },
            { name: 'to', label: 'To' },
          ]}
        />
        {listsParcels && (
          <FilterFields
            values={values}
            onChange={change}
            fields={[
              {
                name: 'courier',
                label: 'Courier',
                any: 'Any courier',
                options: asOptions(couriers.data),
              },
              {
                name: 'product',
                label: 'Product',
                any: 'Any product',
                options: asOptions(products.data),
              },
            ]}
          />
        )}
      </div>
      {role !== 'packer' && (
        <div className="grid gap-2 pb-2">
          <CsvButton
            load={() => callAdmin('GET /admin/orders/export', { query: { queue, q, ...values } })}
          />
        </div>
      )}
      {isSet && (
        <Link to={orderListPath({ queue, q })} replace className="panel-link">
          Clear the filters
        </Link>
      )}
    </details>
  );
}
