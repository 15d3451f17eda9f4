import { Card } from '#app/ui/card.tsx';
import { Skeleton, SkeletonBlock } from '#app/ui/skeleton.tsx';
import type { TimelineEvent } from '#contract/orders.ts';
import { formatDateTime, formatWeekday } from '#domain/day.ts';
import { promisedDay } from '#domain/delivery.ts';
import type { PaymentMode } from '#domain/order.ts';
import { DELIVERED, remainingSteps, stepText } from './order-texts.ts';

const STEP =
  'relative grid gap-0.5 pb-5 pl-8 last:pb-0 before:absolute before:top-1.5 before:left-0.5 before:size-3 before:rounded-full not-last:after:absolute not-last:after:top-6 not-last:after:bottom-0 not-last:after:left-[0.4375rem] not-last:after:w-px not-last:after:bg-border';

/** What has happened to an order, oldest first, and what is still to come. */
export function OrderTimeline({
  events,
  refunded,
  expected_by = null,
  paymentMode = null,
}: {
  events: readonly TimelineEvent[];
  /** The day by which it was said to be there; null of an old order. */
  expected_by?: string | null | undefined;
  /** Whether all that was paid was given back. */
  refunded: boolean;
  paymentMode?: PaymentMode | null;
}) {
  const placedAt = events.find(({ kind }) => kind === 'placed')?.at;
  return (
    <ol>
      {events.map((event) => (
        <Step key={event.kind + event.at} event={event} paymentMode={paymentMode} />
      ))}
      {remainingSteps(events, refunded).map((title) => (
        <li
          key={title}
          className={`${STEP} text-muted before:border-2 before:border-border-strong before:bg-surface`}
        >
          <p>
            {title}
            <span className="sr-only">, still to come</span>
          </p>
          {title === DELIVERED && placedAt !== undefined && (
            <p className="text-sm">
              Expected by about{' '}
              {formatWeekday(
                promisedDay({ created_at: placedAt, expected_by: expected_by ?? null }),
              )}
            </p>
          )}
        </li>
      ))}
    </ol>
  );
}

function Step({ event, paymentMode }: { event: TimelineEvent; paymentMode: PaymentMode | null }) {
  const step = stepText(event, paymentMode);
  if (!step) return null;
  return (
    <li className={`${STEP} before:bg-primary`}>
      <p className="grid items-baseline gap-x-3 sm:flex sm:flex-wrap">
        <span className="font-semibold text-foreground">{step.title}</span>
        <time dateTime={event.at} className="text-sm text-muted">
          {formatDateTime(event.at)}
        </time>
      </p>
      {step.text && <p>{step.text}</p>}
      <Parcel event={event} />
    </li>
  );
}

function Parcel({ event: { courier, tracking_number, tracking_url } }: { event: TimelineEvent }) {
  if (courier === null && tracking_number === null) return null;
  return (
    <>
      <p className="wrap-anywhere">
        {courier}
        {tracking_number && (
          <>
            {courier && ', '}tracking number{' '}
            <span translate="no" className="font-medium text-foreground">
              {tracking_number}
            </span>
          </>
        )}
      </p>
      {tracking_url && (
        <a
          href={tracking_url}
          target="_blank"
          // The address of the page may hold the token of an email's link.
          rel="noreferrer"
          className="inline-flex min-h-11 w-fit items-center font-semibold text-primary underline underline-offset-4"
        >
          Track the parcel
        </a>
      )}
    </>
  );
}

/** Placeholder of one order while it loads. */
export function OrderSkeleton() {
  return (
    <Skeleton className="grid gap-6">
      <div className="grid gap-2">
        <SkeletonBlock className="h-8 w-60" />
        <SkeletonBlock className="h-5 w-44" />
        <SkeletonBlock className="h-5 w-72" />
      </div>
      <Card className="grid gap-4 sm:grid-cols-2">
        <SkeletonBlock className="h-12 w-44" />
        <SkeletonBlock className="h-12 w-32" />
      </Card>
      <Card>
        <SkeletonBlock className="h-6 w-20" />
        <div className="mt-4 flex items-center gap-4 border-b border-border pb-4">
          <SkeletonBlock className="size-14 shrink-0 sm:size-16" />
          <SkeletonBlock className="h-11 w-48" />
        </div>
        <SkeletonBlock className="mt-4 h-6 w-full" />
      </Card>
    </Skeleton>
  );
}
