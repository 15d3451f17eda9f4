import { LinkButton } from '#app/ui/button.tsx';
import { EmailAddress } from '#app/ui/email-address.tsx';
import { Icon } from '#app/ui/icon.tsx';
import { IconFact } from '#app/ui/icon-fact.tsx';
import { Link } from '#app/ui/link.js';
import type { PageAddress } from '#app/ui/page-path.ts';
import type { Order } from '#contract/orders.ts';
import { productPath } from '#contract/page-paths.ts';
import { formatWeekday } from '#domain/day.ts';
import { promisedDay } from '#domain/delivery.ts';
import { formatRupees } from '#domain/money.ts';

type ConfirmationProps = {
  order: Order;
  /** The payment mode that moves no real money; null for real money. */
  mode: Order['payment_mode'];
  /** The shopper's first name; '' while it is not known. */
  name: string;
  /** The address of the confirmation email. */
  email: string;
};

/** Above a new order: thanks, and what shoppers want to know right after ordering. */
export function Confirmation({ order, mode, name, email }: ConfirmationProps) {
  const total = formatRupees(order.paid_amount ?? order.total_amount);
  const isCash = order.payment_method === 'cod';
  const real = mode === null || mode === 'live';
  return (
    <section
      aria-labelledby="thanks"
      className="mb-8 rounded-lg border border-border bg-surface-muted p-5 sm:p-7 print:hidden"
    >
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <span className="grid size-12 shrink-0 place-items-center rounded-full bg-badge-green-ground text-badge-green">
          <Icon name="check" />
        </span>
        <div className="min-w-0 flex-1 basis-40">
          <h2 id="thanks" className="text-2xl">
            Thank you{name && `, ${name}`}
          </h2>
          <p>
            Your order{' '}
            <span translate="no" className="inline-block">
              #{order.order_number}
            </span>{' '}
            is placed.
          </p>
        </div>
      </div>
      <dl className="mt-6 grid grid-cols-1 gap-5 sm:grid-cols-2 lg:gap-x-8">
        <IconFact
          icon="truck"
          title={
            <>
              {real ? 'Arrives' : 'Would arrive'} by about{' '}
              <span className="inline-block">{formatWeekday(promisedDay(order))}</span>
            </>
          }
        >
          Sundays and public holidays do not count.
        </IconFact>
        <IconFact
          icon="cash"
          title={isCash ? `Keep ${total} in cash ready` : `${total} paid online`}
        >
          {isCash
            ? 'You pay at your door. Nothing is added to it.'
            : 'There is nothing to pay when it arrives.'}
        </IconFact>
        <IconFact icon="email" title="A confirmation email is on its way">
          Sent to <EmailAddress email={email} />. Not there? Please check your spam folder.
        </IconFact>
        <IconFact icon="cup" title="The first cup">
          Hot water at 80-90°C, <span className="inline-block">3-5 minutes</span>.{' '}
          <Link
            to={brewingPage(order)}
            className="font-semibold text-primary underline underline-offset-4 print:hidden"
          >
            How to brew
          </Link>
        </IconFact>
      </dl>
      <LinkButton to="/shop" tone="secondary" className="mt-6 max-sm:w-full print:hidden">
        Continue shopping
      </LinkButton>
    </section>
  );
}

/** How much to take differs: flowers, a bag or a stick. The product's own page says it; of several, the FAQ. */
function brewingPage({ order_items: [first, ...others] }: Order): PageAddress {
  const isOneProduct = others.every(({ product_id }) => product_id === first?.product_id);
  return first && isOneProduct ? productPath(first.product_id) : '/faq';
}

const MINUTE = 60_000;
/**
 * The limit in other tabs: for shoppers who open the order from the email, or after the payment was confirmed without
 * them.
 */
const NEW_MS = 60 * MINUTE;
/**
 * The limit in the tab that placed the order, where Back and reload open it again. Long, because the clocks of phones
 * are sometimes hours off.
 */
const JUST_PLACED_MS = 24 * 60 * MINUTE;

/**
 * Whether an order is so new that its page shows the confirmation: its status is the first one, and it was placed
 * within the hour, or in this tab within the day. `now` in milliseconds.
 */
export function isNewOrder(
  { status, created_at }: Pick<Order, 'status' | 'created_at'>,
  { justPlaced, now }: { justPlaced: boolean; now: number },
): boolean {
  const age = now - Date.parse(created_at);
  return (
    (status === 'pending' || status === 'confirmed') && age < (justPlaced ? JUST_PLACED_MS : NEW_MS)
  );
}
