import { COMPACT_BUTTON } from '#app/admin/compact-button.tsx';
import { useOrderAction } from '#app/admin/orders/actions/use-order-action.ts';
import { verbName } from '#app/admin/orders/event-texts.ts';
import { buttonClasses } from '#app/ui/button.tsx';
import { Link } from '#app/ui/link.js';
import { telUrl } from '#app/ui/tel-url.ts';
import type { OrderRow } from '#contract/admin/order-views.ts';
import { nextVerb, type Verb } from '#domain/order-verbs.ts';

const OVER_THE_ROW = `relative z-1 text-sm ${COMPACT_BUTTON}`;

/** Verbs that the list applies directly: they need no input and can be undone. */
const AT_ONCE = ['confirm', 'pack', 'deliver', 'take_out'] as const;
type AtOnce = (typeof AT_ONCE)[number];

const isAtOnce = (verb: Verb | undefined): verb is AtOnce => AT_ONCE.some((each) => each === verb);

/** The button of an order's next step; a link to its page if the step needs input. One to confirm has a link to call. */
export function NextStep({ order }: { order: OrderRow }) {
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
