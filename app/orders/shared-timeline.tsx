import { useEffect, useState } from 'react';
import { useParams } from 'react-router';
import { call } from '#app/shell/api/api.ts';
import { hasErrorCode } from '#app/shell/api/api-error.ts';
import { LoadError } from '#app/shell/api/load-error.tsx';
import { LinkButton } from '#app/ui/button.tsx';
import { Card } from '#app/ui/card.tsx';
import { MessageLayout } from '#app/ui/message-layout.tsx';
import type { SharedTimeline } from '#contract/orders.ts';
import { OrderStatusBadge } from './order-status.tsx';
import { statusText } from './order-texts.ts';
import { OrderSkeleton, OrderTimeline } from './order-timeline.tsx';

/** The steps of an order, opened by the link of an email without signing in: no name, no address, no amount. */
export default function SharedTimelineView() {
  const { token = '' } = useParams();
  const { timeline, failure, retry } = useTimeline(token);
  if (timeline) return <Timeline timeline={timeline} />;
  if (hasErrorCode(failure, 'order_not_found')) return <ExpiredLink />;
  return (
    <div className="page-width max-w-2xl py-10 sm:py-14">
      {failure ? <LoadError error={failure} retrying={false} onRetry={retry} /> : <OrderSkeleton />}
    </div>
  );
}

/** Reads it once the page runs: the document is the same for every token. */
function useTimeline(token: string) {
  const [timeline, setTimeline] = useState<SharedTimeline>();
  const [failure, setFailure] = useState<Error | null>(null);
  const [attempt, setAttempt] = useState(0);

  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt reads again
  useEffect(() => {
    let cancelled = false;
    setFailure(null);
    call('GET /order-timelines/{token}', { params: { token } }).then(
      (timeline) => !cancelled && setTimeline(timeline),
      (error) => !cancelled && setFailure(error),
    );
    return () => {
      cancelled = true;
    };
  }, [token, attempt]);

  return { timeline, failure, retry: () => setAttempt(attempt + 1) };
}

function Timeline({ timeline }: { timeline: SharedTimeline }) {
  const { order_number, status, refunded, events } = timeline;
  return (
    <section aria-labelledby="order" className="page-width max-w-2xl py-10 sm:py-14">
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
