import type { OrderEvent } from '#contract/admin/order-views.ts';
import { CANCEL_REASONS } from '#domain/cancel-reasons.ts';
import { formatMoment } from '#domain/day.ts';
import { ATTEMPT_REASONS } from '#domain/fulfilment.ts';
import { formatRupees } from '#domain/money.ts';
import { REFUND_REASONS, WAYS } from './refund-reasons.ts';

const TITLES: Record<string, string> = {
  placed: 'Placed',
  confirm: 'Confirmed',
  unconfirm: 'Confirmation taken back',
  pack: 'Packed',
  unpack: 'Unpacked',
  hand_over: 'Handed over',
  take_back: 'Taken back from the courier',
  attempt_failed: 'Delivery failed',
  undo_attempt_failed: 'Failed delivery taken back',
  deliver: 'Delivered',
  undeliver: 'Delivery taken back',
  return_to_origin: 'Coming back',
  undo_return_to_origin: 'Not coming back after all',
  receive_back: 'Received back',
  lose: 'Lost',
  undo_lose: 'Not lost after all',
  cancel: 'Cancelled',
  undo_cancel: 'Cancellation taken back',
  receive_return: 'Return received',
  undo_return: 'Return taken back',
  note: 'Note',
  refund: 'Refund',
  manual_refund: 'Refund by hand',
};

const REASONS: Record<string, string> = {
  ...ATTEMPT_REASONS,
  ...CANCEL_REASONS,
  ...REFUND_REASONS,
};
const WAY_NAMES: Record<string, string> = WAYS;

/** Everything that happened, the newest first. */
export function OrderTimeline({ events }: { events: readonly OrderEvent[] }) {
  return (
    <ol className="mt-3 grid gap-3">
      {events.toReversed().map((event) => (
        <li
          key={event.id ?? event.kind}
          className="grid grid-cols-[0.75rem_minmax(0,1fr)] gap-x-3 before:mt-2 before:size-2.5 before:rounded-full before:bg-lemon-deep before:content-['']"
        >
          <p>
            <span className="font-semibold text-ink">{TITLES[event.kind] ?? event.kind}</span>
            <span className="ml-2 text-sm text-muted">
              {formatMoment(event.at)}
              {by(event)}
            </span>
            <Facts event={event} />
          </p>
        </li>
      ))}
    </ol>
  );
}

function by({ actor, staff, kind }: OrderEvent): string {
  if (kind === 'placed') return '';
  if (actor === 'shopper') return ', by the shopper';
  return staff ? `, ${staff}` : '';
}

function Facts({ event: { data } }: { event: OrderEvent }) {
  const facts = [
    text(data.courier),
    text(data.tracking_number),
    REASONS[text(data.reason)] ?? text(data.reason),
    text(data.note),
    text(data.text),
    typeof data.amount === 'number' ? formatRupees(data.amount) : '',
    WAY_NAMES[text(data.way)] ?? text(data.way),
    pieces(data.good, 'good'),
    pieces(data.damaged, 'damaged'),
  ].filter(Boolean);
  return facts.length > 0 && <span className="block whitespace-pre-line">{facts.join(' · ')}</span>;
}

/** '2 good', of pieces by item; nothing where there are none. */
function pieces(items: unknown, word: string): string {
  if (typeof items !== 'object' || items === null) return '';
  const sum = Object.values(items).reduce<number>((total, count) => total + Number(count), 0);
  return sum > 0 ? `${sum} ${word}` : '';
}

const text = (value: unknown): string => (typeof value === 'string' ? value : '');
