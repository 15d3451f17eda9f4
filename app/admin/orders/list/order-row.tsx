import { COMPACT_BUTTON } from '#app/admin/buttons.tsx';
import { useOrderAction } from '#app/admin/orders/actions/use-order-action.ts';
import { PAYMENT_TEXTS, verbName } from '#app/admin/orders/event-texts.ts';
import { FulfilmentBadge } from '#app/admin/orders/fulfilment-badge.tsx';
import { Badge } from '#app/ui/badge.tsx';
import { buttonClasses } from '#app/ui/button.tsx';
import { Link } from '#app/ui/link.js';
import { telUrl } from '#app/ui/tel-url.ts';
import type { OrderRow as Row } from '#contract/admin/order-views.ts';
import { formatDateTime } from '#domain/day.ts';
import type { Fulfilment } from '#domain/fulfilment.ts';
import { isolated } from '#domain/isolated.ts';
import { formatRupees } from '#domain/money.ts';
import { nextVerb, type Verb } from '#domain/order-verbs.ts';
import { age } from './age.ts';

type OrderRowProps = {
  order: Row;
  selected: boolean;
  /** Called with whether Shift was held; null for roles without bulk actions. */
  onToggle: ((withShift: boolean) => void) | null;
  /** The list's URL, to come back to. */
  from: string;
};

/** One order of the list: customer, items, sum, state and next step. */
export function OrderRow({ order, selected, onToggle, from }: OrderRowProps) {
  return (
    <li
      data-order={order.id}
      className={`relative grid grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-x-3 border-b border-border px-3 py-2.5 lg:gap-x-4 focus-within:bg-surface-muted hover:bg-surface-muted lg:grid-cols-[auto_8rem_minmax(0,1.4fr)_minmax(0,1fr)_6.5rem_7.5rem_8rem] ${
        selected ? 'bg-surface-muted shadow-[inset_0.25rem_0_var(--color-primary)]' : ''
      }`}
    >
      {onToggle ? (
        <label className="relative z-1 -m-2 grid size-11 cursor-pointer place-items-center max-lg:row-span-3 max-lg:row-start-1">
          <input
            type="checkbox"
            checked={selected}
            onChange={({ nativeEvent }) =>
              onToggle(nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)
            }
            className="size-5"
            aria-label={`Select ${order.order_number}`}
          />
        </label>
      ) : (
        <span className="max-lg:row-span-3 max-lg:row-start-1" />
      )}
      <p className="flex min-w-0 flex-wrap items-baseline gap-x-2 max-lg:col-start-2 max-lg:row-start-2 max-lg:text-sm lg:block">
        <Link
          translate="no"
          to={`/admin/orders/${order.id}`}
          state={{ from }}
          className="rounded-sm font-semibold whitespace-nowrap text-foreground tabular-nums after:absolute after:inset-0"
        >
          {order.order_number}
        </Link>
        <span className="text-sm text-muted lg:block" title={formatDateTime(order.created_at)}>
          {age(order.created_at)}
        </span>
      </p>
      {/* On a phone the sum goes below the name where a larger text leaves no room beside it. */}
      <div className="flex flex-wrap justify-between gap-x-3 max-lg:col-span-2 max-lg:col-start-2 max-lg:row-start-1 lg:contents">
        <p className="min-w-0 flex-1 basis-[7em]">
          <span className="block truncate font-medium text-foreground">
            {order.full_name ?? order.city}
          </span>
          <span className="block truncate text-sm text-muted">
            {`${isolated(order.full_name === null ? order.state : order.city)} ${isolated(order.postal_code)}`}
          </span>
        </p>
        <p className="min-w-0 text-sm max-lg:order-last max-lg:w-full">
          <span className="line-clamp-1 lg:line-clamp-2">{itemsText(order)}</span>
        </p>
        <Amount order={order} />
      </div>
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1 max-lg:col-start-2 max-lg:row-start-3">
        <FulfilmentBadge order={order} />
        {order.wholly_refunded && <Badge tone="red">Refunded</Badge>}
      </p>
      <NextStep order={order} />
      {WITH_COURIER.includes(order.fulfilment) && order.tracking_number !== null && (
        <p className="text-sm wrap-anywhere text-muted max-lg:col-span-2 max-lg:col-start-2 max-lg:row-start-4 lg:col-span-3 lg:col-start-3">
          {order.courier}{' '}
          <span translate="no" className="tabular-nums">
            {order.tracking_number}
          </span>
        </p>
      )}
    </li>
  );
}

/** States in which the courier has the parcel and identifies it by its tracking number. */
const WITH_COURIER: readonly Fulfilment[] = ['shipped', 'returning'];

/** '2 × Dried Aparajita Flowers, 1 × Gift Set'. */
function itemsText({ items }: Row): string {
  return items.map(({ quantity, product_name }) => `${quantity} × ${product_name}`).join(', ');
}

function Amount({ order }: { order: Row }) {
  const { total_amount, to_collect, pieces } = order;
  const amount = total_amount ?? to_collect;
  return (
    <p className="lg:text-right">
      <span className="font-semibold text-foreground tabular-nums">
        {amount === null ? `${pieces} pcs` : formatRupees(amount)}
      </span>{' '}
      <span className="text-sm text-muted lg:block">
        {order.to_collect === null ? PAYMENT_TEXTS[order.payment_status] : 'to collect'}
      </span>
    </p>
  );
}

const OVER_THE_ROW = `relative z-1 text-sm ${COMPACT_BUTTON}`;

/** Verbs that the list applies directly: they need no input and can be undone. */
const AT_ONCE = ['confirm', 'pack', 'deliver', 'take_out'] as const;
type AtOnce = (typeof AT_ONCE)[number];

const isAtOnce = (verb: Verb | undefined): verb is AtOnce => AT_ONCE.some((each) => each === verb);

/** The button of an order's next step; a link to its page if the step needs input. One to confirm has a link to call. */
function NextStep({ order }: { order: Row }) {
  const { acting, act } = useOrderAction();
  const verb = nextVerb(order);
  // What came back after the delivery is refunded on the order's page.
  const label = verb
    ? verbName(verb, null)
    : order.verbs.includes('decline_refund')
      ? 'Refund'
      : null;
  return (
    <div className="grid justify-items-end max-lg:col-start-3 max-lg:row-start-2 max-lg:row-span-2">
      {isAtOnce(verb) ? (
        <button
          type="button"
          aria-disabled={acting !== null}
          aria-label={`${label}: ${order.order_number}`}
          onClick={() => acting === null && void act(order, { verb, version: order.version })}
          className={buttonClasses('secondary', OVER_THE_ROW)}
        >
          {label}
        </button>
      ) : label ? (
        <Link
          to={`/admin/orders/${order.id}`}
          aria-label={`${label}: ${order.order_number}`}
          className={buttonClasses('secondary', OVER_THE_ROW)}
        >
          {label}
        </Link>
      ) : null}
      {verb === 'confirm' && order.phone !== null && (
        <a
          href={telUrl(order.phone)}
          aria-label={`Call to confirm: ${order.order_number}`}
          className="relative z-1 inline-flex min-h-11 items-center text-sm font-semibold whitespace-nowrap text-primary hover:underline"
        >
          Call to confirm
        </a>
      )}
    </div>
  );
}
