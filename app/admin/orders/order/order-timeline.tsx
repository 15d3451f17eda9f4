import { ADDRESS_FIELD_NAMES, EVENT_REASONS, EVENT_TITLES } from '#app/admin/orders/event-texts.ts';
import { WAYS } from '#app/admin/orders/refunds/refund-facts.ts';
import type { OrderEvent } from '#contract/admin/order-views.ts';
import { formatDateTime } from '#domain/day.ts';
import { codeInWords, DISPUTE_STATUS_TEXTS, DISPUTE_STATUSES } from '#domain/dispute.ts';
import { formatRupees } from '#domain/money.ts';

const WAY_NAMES: Record<string, string> = WAYS;

/** All events of an order, newest first. `sold`: how many pieces the order has. */
export function OrderTimeline({ events, sold }: { events: readonly OrderEvent[]; sold: number }) {
  return (
    <ol className="mt-3 grid gap-3">
      {events.toReversed().map((event) => (
        <li
          key={event.id ?? event.kind}
          className="grid grid-cols-[0.75rem_minmax(0,1fr)] gap-x-3 before:mt-2 before:size-2.5 before:rounded-full before:bg-highlight-strong before:content-['']"
        >
          <p>
            <span className="font-semibold text-foreground">
              {EVENT_TITLES[event.kind] ?? event.kind}
            </span>
            <span className="ml-2 text-sm text-muted">
              {formatDateTime(event.at)}
              {by(event)}
            </span>
            <Facts event={event} sold={sold} />
          </p>
        </li>
      ))}
    </ol>
  );
}

function by({ actor, staff, kind }: OrderEvent): string {
  if (kind === 'placed') return '';
  if (actor === 'shopper') return ', by the customer';
  return staff ? `, ${staff}` : '';
}

function Facts({ event: { kind, data }, sold }: { event: OrderEvent; sold: number }) {
  const facts = [
    kind === 'dispute' ? disputeText(data) : '',
    text(data.courier),
    text(data.tracking_number),
    EVENT_REASONS[text(data.reason)] ?? codeInWords(text(data.reason)),
    text(data.note),
    text(data.text),
    text(data.subject),
    fields(data.fields),
    typeof data.amount === 'number' ? formatRupees(data.amount) : '',
    WAY_NAMES[text(data.way)] ?? text(data.way),
    pieces(sum(data.good), 'good'),
    // The event of a parcel that came back has only the good pieces: the others are damaged.
    pieces(kind === 'receive_back' ? sold - sum(data.good) : sum(data.damaged), 'damaged'),
  ].filter(Boolean);
  return facts.length > 0 && <span className="block whitespace-pre-line">{facts.join(' · ')}</span>;
}

/** 'to be answered by Fri, 4 Dec, 3:04 pm' or 'lost'. */
function disputeText({ status, respond_by }: OrderEvent['data']): string {
  const known = DISPUTE_STATUSES.find((each) => each === status);
  if (!known) return '';
  const by = known === 'open' && text(respond_by);
  return DISPUTE_STATUS_TEXTS[known] + (by ? ` by ${formatDateTime(by)}` : '');
}

/** '2 good'; '' for none. */
function pieces(count: number, word: string): string {
  return count > 0 ? `${count} ${word}` : '';
}

/** The sum of pieces by item. */
function sum(items: unknown): number {
  if (typeof items !== 'object' || items === null) return 0;
  return Object.values(items).reduce<number>((total, count) => total + Number(count), 0);
}

/** Which parts of the address were corrected: 'City, Phone'. */
function fields(names: unknown): string {
  if (!Array.isArray(names)) return '';
  return names.map((name) => ADDRESS_FIELD_NAMES[name] ?? String(name)).join(', ');
}

const text = (value: unknown): string => (typeof value === 'string' ? value : '');
