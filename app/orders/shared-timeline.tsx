import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router';
import { hasErrorCode } from '#app/shell/api/api-error.ts';
import { Loaded } from '#app/shell/api/load-error.tsx';
import { queryClient } from '#app/shell/api/query-client.ts';
import { LinkButton } from '#app/ui/button.tsx';
import { Card } from '#app/ui/card.tsx';
import { MessageLayout } from '#app/ui/message-layout.tsx';
import type { SharedTimeline } from '#contract/orders.ts';
import { OrderStatusBadge } from './order-status.tsx';
import { statusText } from './order-texts.ts';
import { OrderSkeleton, OrderTimeline } from './order-timeline.tsx';
import { timelineQuery } from './use-orders.ts';

/** The steps of an order, opened by the link of an email without signing in: no name, no address, no amount. */
export default function SharedTimelineView() {
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

function Timeline({ timeline }: { timeline: SharedTimeline }) {
  const { order_number, status, refunded, events } = timeline;
  return (
    <section aria-labelledby="order">
      <div className="mb-6 flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h1 id="order" className="text-3xl">
          Order{' '}
          <span translate="no" className="whitespace-nowrap">
            #{order_number}
          </span>
        </h1>
        <OrderStatusBadge status={status} />
        <p className="w-full">{statusText(timeline)}</p>
      </div>
      <Card>
        <OrderTimeline events={events} refunded={refunded} />
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
