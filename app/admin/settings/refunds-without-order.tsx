import { useQuery } from '@tanstack/react-query';
import { todayQuery } from '#app/admin/today/today-query.ts';
import { formatPaise, toPaise } from '#domain/money.ts';

/** Failed refunds of payments without an order, which Today counts: only Razorpay's dashboard can make them. */
export function RefundsWithoutOrder() {
  const { data } = useQuery(todayQuery);
  const payments = data?.refunds_without_order?.payments ?? [];
  if (payments.length === 0) return null;
  return (
    <section aria-labelledby="refunds-without-order" className="panel grid gap-2">
      <h2 id="refunds-without-order" className="text-lg">
        Failed refunds without an order
      </h2>
      <p>
        These customers paid, but no order came of it: the goods were gone, or they had paid or
        ordered already. Razorpay refused the refund, most often because the balance there was too
        small. Refund them in Razorpay’s dashboard; they leave this list within an hour.
      </p>
      <ul>
        {payments.map(({ payment_id, amount, email }) => (
          <li
            key={payment_id}
            className="flex flex-wrap items-baseline gap-x-4 border-b border-border py-2 last:border-0"
          >
            <code
              translate="no"
              className="min-w-0 flex-1 wrap-anywhere text-foreground select-all"
            >
              {payment_id}
            </code>
            <span className="font-semibold text-foreground tabular-nums">
              {formatPaise(toPaise(amount))}
            </span>
            <span className="w-full text-sm wrap-anywhere text-muted">{email}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
