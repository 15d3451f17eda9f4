import { Link } from '#app/ui/link.js';

/** Instead of a document or a list for the orders of the URL, where it names none. */
export function NoOrders() {
  return (
    <p className="panel">
      No orders are selected. Tick them in the list of{' '}
      <Link to="/admin/orders" className="font-semibold text-primary underline underline-offset-4">
        orders
      </Link>{' '}
      first.
    </p>
  );
}
