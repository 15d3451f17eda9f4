import { Link } from '#app/ui/link.js';
import type { OrderDetail } from '#contract/admin/order-views.ts';
import { formatDay } from '#domain/day.ts';
import { formatRupees } from '#domain/money.ts';

type Customer = NonNullable<OrderDetail['customer']>;

/** The customer's former orders, which help to judge a large cash order. */
export function OrderCustomer({ customer }: { customer: Customer }) {
  const facts = [
    ['Orders', customer.orders],
    ['Delivered', customer.delivered],
    ['Cancelled or returned', customer.cancelled],
    ['Spent', customer.spent > 0 ? formatRupees(customer.spent) : 'Nothing yet'],
    ['First order', formatDay(customer.first_order_at)],
  ] as const;
  return (
    <section className="panel">
      <h2 className="text-lg">Customer</h2>
      <dl className="mt-2 grid gap-1">
        {facts.map(([name, value]) => (
          <div key={name} className="flex justify-between gap-4">
            <dt className="text-muted">{name}</dt>
            <dd className="font-medium text-foreground tabular-nums">{value}</dd>
          </div>
        ))}
      </dl>
      <Link to={`/admin/customers/${customer.user_id}`} className="panel-link mt-1">
        Open the customer
      </Link>
    </section>
  );
}
