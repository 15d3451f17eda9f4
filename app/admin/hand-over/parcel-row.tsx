import { useRef } from 'react';
import { FulfilmentBadge } from '#app/admin/orders/fulfilment-badge.tsx';
import { CashRiskNote } from '#app/admin/orders/order-warnings.tsx';
import { Link } from '#app/ui/link.js';
import type { OrderDetail } from '#contract/admin/order-views.ts';
import { isolated } from '#domain/isolated.ts';
import { formatRupees } from '#domain/money.ts';
import { isOrderNumber, takeOrderNumbers } from '#domain/order-number.ts';

/** The id of the field for a parcel's tracking number. */
export const numberFieldId = (order: string) => `number-${order}`;

type ParcelRowProps = {
  order: OrderDetail;
  /** Whether the field has the focus at first. */
  first: boolean;
  /** Whether the courier's parcels have tracking numbers. */
  numbered: boolean;
  number: string;
  problem: string | null;
  onType: (text: string) => void;
  /** Called with pasted text. Returns false if it is no list and should be pasted into this field as it is. */
  onPaste: (text: string) => boolean;
  /** Called with the order number of a slip that was scanned into the field, and the text of the field before. */
  onSlip: (orderNumber: string, before: string) => void;
};

/** One parcel: its address and the field for its tracking number, or its state if it cannot be handed over. */
export function ParcelRow(props: ParcelRowProps) {
  const { order, first, numbered, number, problem, onType, onPaste, onSlip } = props;
  // The text of the field when it got the focus: a scanner appends to it.
  const before = useRef(number);
  const { shipping_address: address, place, to_collect } = order;
  const open = order.verbs.includes('hand_over');
  return (
    <li className="grid items-center gap-x-4 gap-y-2 border-b border-border px-4 py-3 last:border-0 sm:grid-cols-[9rem_minmax(0,1fr)_minmax(0,16rem)]">
      <Link
        translate="no"
        to={`/admin/orders/${order.id}`}
        className="inline-flex min-h-11 items-center font-semibold text-foreground tabular-nums"
      >
        {order.order_number}
      </Link>
      <p className="min-w-0 text-sm">
        {address?.full_name && (
          <span className="block font-medium text-foreground">{address.full_name}</span>
        )}
        {[place.city, place.postal_code].filter(Boolean).map(isolated).join(' ')}
        {to_collect !== null && `, collect ${formatRupees(to_collect)}`}
      </p>
      {open && (
        <div className="empty:hidden sm:col-span-full sm:row-start-2">
          <CashRiskNote order={order} />
        </div>
      )}
      {open && !numbered ? (
        <p className="text-sm text-muted">Needs no number</p>
      ) : open ? (
        <div>
          <input
            id={numberFieldId(order.id)}
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
            data-main-field={first || undefined}
            value={number}
            onChange={(event) => onType(event.target.value)}
            onPaste={(event) => {
              if (onPaste(event.clipboardData.getData('text'))) event.preventDefault();
            }}
            onFocus={() => {
              before.current = number;
            }}
            onKeyDown={(event) => {
              if (event.key !== 'Enter') return;
              const slip = scannedOrderNumber(number, before.current);
              if (slip) onSlip(slip, before.current);
              // The next scan replaces a wrong number.
              else if (problem) event.currentTarget.select();
              else if (!focusNext(event.currentTarget)) return;
              event.preventDefault();
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

/**
 * Moves to the next field without a number, because a scanner ends each code with Enter; to the next one where all have
 * one. False at the end of the list, where Enter submits.
 */
function focusNext(input: HTMLInputElement): boolean {
  const all = [...(input.form?.querySelectorAll<HTMLInputElement>('input[aria-label]') ?? [])];
  const place = all.indexOf(input);
  const others = [...all.slice(place + 1), ...all.slice(0, place)];
  const empty = input.value ? others.find(({ value }) => value === '') : undefined;
  const next = empty ?? all[place + 1];
  next?.focus();
  return next !== undefined;
}

/**
 * The order number of a slip that was scanned into the field of a tracking number; null if none was.
 *
 * @param before the text of the field before the scan; the scanner may have appended to it or replaced it.
 */
export function scannedOrderNumber(text: string, before: string): string | null {
  const added = text.startsWith(before) ? text.slice(before.length) : text;
  const slip = [added, text].find(isOrderNumber);
  return (slip && takeOrderNumbers(slip).numbers[0]) ?? null;
}
