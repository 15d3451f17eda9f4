import { callAdmin } from '#app/admin/call-admin.ts';
import { CsvButton } from '#app/admin/csv-button.tsx';
import type { OrderFilter } from './order-filter.ts';

/** Saves all orders of the queue, the search and the filters, whatever page is shown. */
export default function ExportOrders({ filter }: { filter: OrderFilter }) {
  const { after: _, ...query } = filter;
  return <CsvButton load={() => callAdmin('GET /admin/orders/export', { query })} />;
}
