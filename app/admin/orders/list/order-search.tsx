import { SearchForm } from '#app/admin/search/search-form.tsx';
import { useRole } from '#app/admin/staff/use-staff.ts';
import { useNavigate } from '#app/ui/link.js';
import { OrderListQuery } from '#contract/admin/order-list.ts';
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
