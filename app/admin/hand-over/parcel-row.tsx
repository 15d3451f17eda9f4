import { FulfilmentBadge } from '#app/admin/orders/fulfilment-badge.tsx';
import { Link } from '#app/ui/link.js';
import type { OrderDetail } from '#contract/admin/order-views.ts';
import { formatRupees } from '#domain/money.ts';

type ParcelRowProps = {
  order: OrderDetail;
  /** Whether the field has the focus at first. */
  first: boolean;
  number: string;
  problem: string | null;
  onType: (text: string) => void;
  /** Called with pasted text; false if it is no list, and goes into this field as it is. */
  onPaste: (text: string) => boolean;
};

/** One parcel: its address and the field for its tracking number, or its state if it cannot be handed over. */
export function ParcelRow({ order, first, number, problem, onType, onPaste }: ParcelRowProps) {
  const { shipping_address: address, place, to_collect } = order;
  return (
    <li className="grid items-center gap-x-4 gap-y-2 border-b border-line px-4 py-3 last:border-0 sm:grid-cols-[9rem_minmax(0,1fr)_minmax(0,16rem)]">
      <Link
        to={`/admin/orders/${order.id}`}
        className="inline-flex min-h-11 items-center font-semibold text-ink tabular-nums"
      >
        {order.order_number}
      </Link>
      <p className="min-w-0 text-sm">
        {address?.full_name && (
          <span className="block font-medium text-ink">{address.full_name}</span>
        )}
        {[place.city, place.postal_code].filter(Boolean).join(' ')}
        {to_collect !== null && `, collect ${formatRupees(to_collect)}`}
      </p>
      {order.verbs.includes('hand_over') ? (
        <div>
          <input
            aria-label={`Tracking number of ${order.order_number}`}
            aria-invalid={problem ? true : undefined}
            aria-describedby={problem ? `problem-${order.id}` : undefined}
            className="field-input"
            placeholder="Tracking number"
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            // biome-ignore lint/a11y/noAutofocus: the screen was opened to scan or paste numbers
            autoFocus={first}
            value={number}
            onChange={(event) => onType(event.target.value)}
            onPaste={(event) => {
              if (onPaste(event.clipboardData.getData('text'))) event.preventDefault();
            }}
            onKeyDown={(event) => {
              if (event.key === 'Enter' && focusNext(event.currentTarget)) event.preventDefault();
            }}
          />
          {problem && (
            <p id={`problem-${order.id}`} className="mt-1 text-sm font-medium text-danger">
              {problem}
            </p>
          )}
        </div>
      ) : (
        <p>
          <FulfilmentBadge order={order} />
        </p>
      )}
    </li>
  );
}

/** Moves to the next field, because a scanner ends each code with Enter. False at the last one, where Enter submits. */
function focusNext(input: HTMLInputElement): boolean {
  const all = [...(input.form?.querySelectorAll<HTMLInputElement>('input[aria-label]') ?? [])];
  const next = all[all.indexOf(input) + 1];
  next?.focus();
  return next !== undefined;
}
