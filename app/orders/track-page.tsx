import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router';
import { emailedLinkMeta } from '#app/shell/accounts/emailed-link.ts';
import { hasErrorCode } from '#app/shell/api/api-error.ts';
import { Loaded } from '#app/shell/api/load-error.tsx';
import { queryClient } from '#app/shell/api/query-client.ts';
import { useHydrated } from '#app/shell/document/use-hydrated.ts';
import { LinkButton } from '#app/ui/button.tsx';
import { Card } from '#app/ui/card.tsx';
import { MessageLayout } from '#app/ui/message-layout.tsx';
import { OrderNumber } from '#app/ui/order-number.tsx';
import { Spinner } from '#app/ui/spinner.tsx';
import type { SharedTimeline as Shared } from '#contract/orders.ts';
import { OrderStatusBadge } from './order-status.tsx';
import { statusText } from './order-texts.ts';
import { OrderSkeleton, OrderTimeline } from './order-timeline.tsx';
import { timelineQuery } from './use-orders.ts';

export function meta() {
  return emailedLinkMeta('Where your order is');
}

/** The page of an emailed link to an order. The document is the same for every token: the browser loads the order. */
export default function TrackPage() {
  return (
    <div data-guarded className="min-h-svh">
      {useHydrated() ? <SharedTimeline /> : <Spinner label="Loading..." />}
    </div>
  );
}

/** The steps of an order, for who has not signed in: no name, no address, no amount. */
function SharedTimeline() {
  const { token = '' } = useParams();
  const timeline = useQuery(timelineQuery(token), queryClient);
  if (hasErrorCode(timeline.error, 'order_not_found')) return <ExpiredLink />;
  return (
    <div className="page-width max-w-2xl py-10 sm:py-14">
      <Loaded query={timeline} skeleton={<OrderSkeleton />}>
        {(loaded) => <Timeline timeline={loaded} />}
      </Loaded>
    </div>
  );
}

function Timeline({ timeline }: { timeline: Shared }) {
  const { order_number, status, refunded, expected_by, events } = timeline;
  return (
    <section aria-labelledby="order">
      <div className="mb-6 flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h1 id="order" className="text-3xl">
          Order <OrderNumber number={order_number} />
        </h1>
        <OrderStatusBadge status={status} />
        <p className="w-full">{statusText(timeline)}</p>
      </div>
      <Card>
        <OrderTimeline events={events} refunded={refunded} expected_by={expected_by} />
      </Card>
      <p className="mt-6 mb-4">
        What you ordered, where it goes and what it costs is in your account.
      </p>
      <LinkButton to="/account/orders" tone="secondary" className="max-sm:w-full">
        Open my orders
      </LinkButton>
    </section>
  );
}

function ExpiredLink() {
  return (
    <MessageLayout
      title="This link has ended"
      text="Links to an order work for 90 days. Your account shows all your orders, old and new."
    >
      <LinkButton to="/account/orders">Open my orders</LinkButton>
    </MessageLayout>
  );
}
