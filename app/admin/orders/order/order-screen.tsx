import { useQuery } from '@tanstack/react-query';
import { useLocation } from 'react-router';
import { FulfilmentBadge } from '#app/admin/orders/fulfilment-badge.tsx';
import { adminOrderQuery } from '#app/admin/orders/order-queries.ts';
import { useRole } from '#app/admin/staff/use-staff.ts';
import { NotFound } from '#app/pages/not-found.tsx';
import { hasErrorCode } from '#app/shell/api/api-error.ts';
import { LoadError } from '#app/shell/api/load-error.tsx';
import { ArrowLeftIcon } from '#app/ui/icons/arrow-left.tsx';
import { Link } from '#app/ui/link.js';
import { Spinner } from '#app/ui/spinner.tsx';
import type { OrderDetail } from '#contract/admin/order-views.ts';
import { NoteForm } from './note-form.tsx';
import { OrderActions } from './order-actions.tsx';
import { OrderAddress } from './order-address.tsx';
import { OrderCustomer } from './order-customer.tsx';
import { OrderMoney } from './order-money.tsx';
import { OrderTimeline } from './order-timeline.tsx';
import { SendEmailAgain } from './send-email-again.tsx';

/** One order: state and next step first, then items, address and timeline. */
export default function OrderScreen({ id }: { id: string }) {
  const order = useQuery(adminOrderQuery(id));
  if (order.data) return <Order order={order.data} />;
  if (hasErrorCode(order.error, 'order_not_found')) return <NotFound />;
  if (order.error)
    return <LoadError error={order.error} retrying={order.isFetching} onRetry={order.refetch} />;
  return <Spinner label="Loading..." />;
}

function Order({ order }: { order: OrderDetail }) {
  const { state } = useLocation();
  const owner = useRole('owner');
  const from = typeof state?.from === 'string' ? state.from : '/admin/orders';
  return (
    <article className="grid gap-5">
      <title>{`${order.order_number} | Admin`}</title>
      <header className="grid gap-1">
        <Link
          to={from}
          className="-ml-2 inline-flex min-h-11 w-fit items-center gap-1 rounded-full px-2 text-sm font-medium text-primary hover:bg-surface-accent"
        >
          <ArrowLeftIcon />
          Orders
        </Link>
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <h1 translate="no" className="text-2xl tabular-nums">
            {order.order_number}
          </h1>
          <FulfilmentBadge order={order} />
        </div>
      </header>
      <div className="grid gap-5 lg:grid-cols-[minmax(0,1fr)_20rem] lg:items-start xl:grid-cols-[minmax(0,1fr)_24rem]">
        <div className="grid min-w-0 gap-5">
          <OrderActions order={order} />
          <OrderMoney order={order} />
          <section className="panel">
            <div className="flex flex-wrap items-center justify-between gap-x-4">
              <h2 className="text-lg">History</h2>
              {owner && (
                <Link
                  to={`/admin/audit?subject_type=order&subject_id=${order.id}`}
                  className="panel-link"
                >
                  In the audit log
                </Link>
              )}
            </div>
            <SendEmailAgain order={order} />
            <OrderTimeline
              events={order.events}
              sold={order.order_items.reduce((pieces, { quantity }) => pieces + quantity, 0)}
            />
            <NoteForm orderId={order.id} />
          </section>
        </div>
        <div className="grid min-w-0 gap-5">
          <OrderAddress order={order} />
          {order.customer && <OrderCustomer customer={order.customer} />}
        </div>
      </div>
    </article>
  );
}
