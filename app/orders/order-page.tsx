import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useLocation, useParams } from 'react-router';
import { profileQuery } from '#app/account/profile/use-profile.ts';
import { DemoNotice } from '#app/payments/demo-notice.tsx';
import { hasErrorCode } from '#app/shell/api/api-error.ts';
import { Loaded } from '#app/shell/api/load-error.tsx';
import { serverNow } from '#app/shell/api/server-clock.ts';
import { privateMeta } from '#app/shell/document/site-meta.ts';
import { isJustPlaced } from '#app/shell/order/open-new-order.ts';
import { useShopper } from '#app/shell/session/guard.tsx';
import { BrandMark } from '#app/shell/shop/brand-mark.tsx';
import { useDemo, useShopDetails } from '#app/shell/shop/use-shop-details.tsx';
import { LinkButton } from '#app/ui/button.tsx';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { Icon } from '#app/ui/icon.tsx';
import { Link } from '#app/ui/link.js';
import type { Order } from '#contract/orders.ts';
import { firstName } from '#domain/name.ts';
import { Confirmation, isNewOrder } from './confirmation.tsx';
import { OrderDetail } from './order-detail.tsx';
import { OrderSkeleton } from './order-timeline.tsx';
import { orderQuery } from './use-orders.ts';

export function meta() {
  return privateMeta('Order');
}

export default function OrderPage() {
  const { id = '' } = useParams();
  const order = useQuery(orderQuery(id));
  const demo = useDemo();
  // In demo mode cash orders are not shipped either.
  const modeOf = (order: Order) => order.payment_mode ?? (demo ? 'sandbox' : null);
  return (
    <section aria-label="Order">
      <PrintedSender />
      <Link
        to="/account/orders"
        className="mb-4 -ml-1 inline-flex print:hidden min-h-11 items-center gap-2 rounded-sm px-1 font-semibold text-primary"
      >
        <Icon name="arrowLeft" />
        My Orders
      </Link>
      {hasErrorCode(order.error, 'order_not_found') ? (
        <EmptyState
          picture="/pictures/illustrations/not-found.svg"
          title="Order not found"
          action={<LinkButton to="/account/orders">My Orders</LinkButton>}
        />
      ) : (
        <Loaded query={order} skeleton={<OrderSkeleton />}>
          {(loaded) => (
            <>
              <DemoNotice mode={modeOf(loaded)} />
              <NewOrderConfirmation order={loaded} mode={modeOf(loaded)} />
              <OrderDetail order={loaded} />
            </>
          )}
        </Loaded>
      )}
    </section>
  );
}

/**
 * The confirmation of a new order. `now` is fixed when the page opens, so that the confirmation does not disappear
 * while it is read.
 */
function NewOrderConfirmation({ order, mode }: { order: Order; mode: Order['payment_mode'] }) {
  const { email } = useShopper();
  const justPlaced = isJustPlaced(useLocation().state);
  const [now] = useState(serverNow);
  const isNew = isNewOrder(order, { justPlaced, now });
  const profile = useQuery({ ...profileQuery, enabled: isNew });
  if (!isNew) return null;
  return (
    <Confirmation
      order={order}
      mode={mode}
      name={firstName(profile.data?.full_name ?? '')}
      email={email}
    />
  );
}

/** The shop's name and contact at the top of printed pages, where the footer is hidden. */
function PrintedSender() {
  const { legal_name, address, emails, phone, fssai } = useShopDetails();
  const contact = [...emails, phone].filter(Boolean).join(' · ');
  const lines = [legal_name, address?.join(', '), contact, fssai && `FSSAI ${fssai}`];
  return (
    <div className="hidden items-start justify-between gap-8 border-b border-border pb-4 print:mb-5 print:flex">
      <BrandMark />
      <p className="text-right text-sm whitespace-pre-line">{lines.filter(Boolean).join('\n')}</p>
    </div>
  );
}
