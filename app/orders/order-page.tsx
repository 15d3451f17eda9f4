import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from 'react-router';
import { DemoNotice } from '#app/payments/demo-notice.tsx';
import { isRefused } from '#app/shell/failure.ts';
import { PrintedSender } from '#app/shell/printed-sender.tsx';
import { ReadFailure } from '#app/shell/read-failure.tsx';
import { privateMeta } from '#app/shell/site-meta.ts';
import { LinkButton } from '#app/ui/button.tsx';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { ArrowLeftIcon } from '#app/ui/icons/arrow-left.tsx';
import { OrderDetail } from './order-detail.tsx';
import { OrderSkeleton } from './order-skeletons.tsx';
import { orderQuery } from './use-orders.ts';

export function meta() {
  return privateMeta('Order');
}

export default function OrderPage() {
  const { id = '' } = useParams();
  const order = useQuery(orderQuery(id));
  return (
    <section aria-label="Order">
      <PrintedSender />
      <Link
        to="/account/orders"
        className="mb-4 -ml-1 inline-flex print:hidden min-h-11 items-center gap-2 rounded-sm px-1 font-semibold text-petal"
      >
        <ArrowLeftIcon />
        My Orders
      </Link>
      {order.data ? (
        <>
          <DemoNotice mode={order.data.payment_mode} />
          <OrderDetail order={order.data} />
        </>
      ) : isRefused(order.error, 'order_not_found') ? (
        <EmptyState
          picture="/pictures/illustrations/not-found.svg"
          title="Order not found"
          action={<LinkButton to="/account/orders">My Orders</LinkButton>}
        />
      ) : order.isError ? (
        <ReadFailure error={order.error} retrying={order.isFetching} onRetry={order.refetch} />
      ) : (
        <OrderSkeleton />
      )}
    </section>
  );
}
