import { useRef } from 'react';
import { call } from '#app/shell/api/api.ts';
import { messageOf } from '#app/shell/api/api-error.ts';
import { ORDER_TOPIC } from '#app/shell/order/open-new-order.ts';
import { useWrite } from '#app/shell/use-write.ts';
import { Button } from '#app/ui/button.tsx';
import { OrderNumber } from '#app/ui/order-number.tsx';
import { Spinner } from '#app/ui/spinner.tsx';
import { showError } from '#app/ui/toast.tsx';
import type { Payment } from '#contract/payments.ts';
import { isolated } from '#domain/isolated.ts';
import { formatPaise } from '#domain/money.ts';
import { refreshOpenPayment, showOpenPayment } from './use-open-payment.ts';

type ResumeBannerProps = {
  payment: Payment;
  busy: boolean;
  /** Whether the cart is empty: then resuming is the main action of the page. */
  isCartEmpty: boolean;
  /** False when the cart has changed since the payment was begun: then the banner names what is reserved. */
  isCartReserved: boolean;
  /**
   * Whether its address is still among the saved ones, unchanged. A parcel must not go to a former address unnoticed.
   */
  isAddressSaved: boolean;
  onResume: (payment: Payment) => void;
};

const clock = new Intl.DateTimeFormat('en-US', { hour: 'numeric', minute: '2-digit' });

/** Banner for a pending payment, begun in this tab or another: resume or cancel it. */
export function ResumeBanner({
  payment,
  busy,
  isCartEmpty,
  isCartReserved,
  isAddressSaved,
  onResume,
}: ResumeBannerProps) {
  const { write, busy: cancelling } = useWrite({
    tell: (error) => showError(messageOf(error), ORDER_TOPIC),
  });
  const section = useRef<HTMLElement>(null);

  async function cancel() {
    const now = await call('POST /payments/{id}/cancel', { params: { id: payment.id } });
    // The button is removed with the banner: the focus moves to the step, which is next in reading order.
    const step = section.current?.closest('main')?.querySelector<HTMLElement>('h2[tabindex]');
    step?.focus({ preventScroll: true });
    showOpenPayment(now);
    void refreshOpenPayment();
  }

  const number = <OrderNumber number={payment.order_number} />;
  if (payment.state === 'confirming') {
    return (
      <section
        role="status"
        className="rounded-lg border border-border bg-surface-muted p-5 sm:p-6"
      >
        <h2 className="text-lg">Confirming your payment</h2>
        <p className="mt-1">
          Order {number}, {formatPaise(payment.amount)}. We are waiting for your bank. You do not
          need to stay on this page.
        </p>
      </section>
    );
  }
  const { shipping_address: address } = payment;
  // With an empty cart there is no other way to order.
  const payable = isAddressSaved || isCartEmpty;
  return (
    <section
      ref={section}
      aria-labelledby="open-payment"
      className="rounded-lg border border-border bg-surface-muted p-5 sm:p-6"
    >
      <h2 id="open-payment" className="text-lg">
        {isCartReserved ? 'Your items are' : <>Order {number} is</>} reserved until{' '}
        {clock.format(new Date(payment.expires_at))}
      </h2>
      <p className="mt-1">
        {isCartReserved ? <>Order {number}</> : 'This order'}, {formatPaise(payment.amount)}, is not
        paid yet.{' '}
        {address &&
          `It goes to ${[address.full_name, address.address_line1, address.city].map(isolated).join(', ')}. `}
        {isCartEmpty
          ? 'Pay now to place it.'
          : isAddressSaved
            ? isCartReserved
              ? 'Pay now, or choose cash on delivery.'
              : 'Pay now for it alone, or order your cart as it is below.'
            : 'You have changed or deleted this address since: order again below.'}
      </p>
      <div className="mt-4 flex flex-wrap gap-x-1 gap-y-2">
        {payable && (
          <Button
            tone={isCartEmpty ? 'primary' : 'secondary'}
            busy={busy && 'Processing...'}
            disabled={cancelling}
            onClick={() => onResume(payment)}
          >
            Pay now
          </Button>
        )}
        <Button
          className="px-4!"
          tone="quiet"
          busy={cancelling && 'Cancelling...'}
          disabled={busy}
          onClick={() => void write(cancel)}
        >
          Cancel reservation
        </Button>
      </div>
    </section>
  );
}

/** Shown while the gateway confirms a payment. The shopper may leave the page without losing anything. */
export function ConfirmingPayment() {
  return (
    <div className="grid justify-items-center gap-2 py-12 text-center">
      <Spinner label="Confirming your payment..." />
      <p className="max-w-md text-muted">
        This takes a few seconds. If you close this page, your order is still placed.
      </p>
    </div>
  );
}
