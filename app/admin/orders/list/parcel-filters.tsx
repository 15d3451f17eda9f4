import { useQuery } from '@tanstack/react-query';
import { couriersQuery } from '#app/admin/orders/order-queries.ts';
import { productsQuery } from '#app/admin/products/product-queries.ts';
import { SelectField } from '#app/ui/field.tsx';
import type { OrderFilter } from './order-filter.ts';

type ParcelFiltersProps = {
  filter: OrderFilter;
  onChange: (name: 'courier' | 'product', value: string) => void;
};

/** Courier and product, loaded when the filters are opened: the list itself needs neither. */
export default function ParcelFilters({ filter, onChange }: ParcelFiltersProps) {
  const couriers = useQuery(couriersQuery);
  const products = useQuery(productsQuery);
  return (
    <>
      <SelectField
        label="Courier"
        options={options(
          'Any courier',
          couriers.data?.map(({ id, name }) => ({ value: id, label: name })),
          filter.courier,
        )}
        value={filter.courier ?? ''}
        onChange={(event) => onChange('courier', event.target.value)}
      />
      <SelectField
        label="Product"
        options={options(
          'Any product',
          products.data?.map(({ id, name }) => ({ value: id, label: name })),
          filter.product,
        )}
        value={filter.product ?? ''}
        onChange={(event) => onChange('product', event.target.value)}
      />
    </>
  );
}

type Option = { value: string; label: string };

/** The chosen one is an option also before the others are loaded. */
function options(any: string, loaded: readonly Option[] = [], chosen = ''): Option[] {
  const known = chosen === '' || loaded.some(({ value }) => value === chosen);
  return [
    { value: '', label: any },
    ...loaded,
    ...(known ? [] : [{ value: chosen, label: 'The chosen one' }]),
  ];
}
