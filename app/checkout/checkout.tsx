import { useRef, useState } from 'react';
import { Navigate } from 'react-router';
import { refreshProfile, useProfile } from '#app/account/use-profile.ts';
import { AddressDialog } from '#app/addresses/address-dialog.tsx';
import { refreshAddresses } from '#app/addresses/use-addresses.ts';
import { forgetLines } from '#app/cart/cart-cache.ts';
import { settleCart } from '#app/cart/cart-changes.ts';
import { CartProblems } from '#app/cart/cart-problems.tsx';
import { describeChanges } from '#app/cart/item-problem.ts';
import { LineMark } from '#app/cart/item-problem-badge.tsx';
import { readCart } from '#app/cart/use-cart.ts';
import { refreshOrders } from '#app/orders/use-orders.ts';
import { ConfirmingPayment } from '#app/payments/confirming-payment.tsx';
import { ResumeBanner } from '#app/payments/resume-banner.tsx';
import { useFullPageLoad } from '#app/payments/use-full-page-load.ts';
import { useOpenPayment } from '#app/payments/use-open-payment.ts';
import { usePayOnline } from '#app/payments/use-pay-online.ts';
import { scrollToAndFocus } from '#app/ui/scroll-to-and-focus.ts';
import { Spinner } from '#app/ui/spinner.tsx';
import type { Address } from '#contract/addresses.ts';
import type { CartItem } from '#contract/cart.ts';
import type { PaymentOptions } from '#contract/payments.ts';
import { cartTotal } from '#domain/cart.ts';
import type { PaymentMethod } from '#domain/order.ts';
import { CheckoutBar } from './checkout-bar.tsx';
import { CheckoutLayout } from './checkout-layout.tsx';
import { CheckoutSteps } from './checkout-steps.tsx';
import { EmptyCheckout } from './empty-checkout.tsx';
import { orderPayload } from './order-payload.ts';
import { OrderTrouble } from './order-problem.tsx';
import { OrderSummary } from './order-summary.tsx';
import { chooseAddress } from './preselect-address.ts';
import { Reassurance } from './reassurance.tsx';
import { useCheckoutStep } from './use-checkout-step.ts';
import { usePlaceOrder } from './use-place-order.ts';
import { stopOnChanges } from './when-orderable.ts';

type OrderingProps = {
  lines: CartItem[];
  /** Whether the cart is being reloaded. */
  reading: boolean;
  addresses: Address[];
  options: PaymentOptions;
};

/** Both checkout steps, depending on the URL, beside the summary; or the result of an order that was sent. */
export function Ordering({ lines, reading, addresses, options }: OrderingProps) {
  const at = useCheckoutStep();
  const trouble = useRef<HTMLElement>(null);
  const [adding, setAdding] = useState(false);
  const profile = useProfile();
  const [method, setMethod] = useState<PaymentMethod>('cod'); // kept from step to step
  const order = usePlaceOrder({
    settleCart,
    readCart,
    onPlaced() {
      void forgetLines();
      void refreshOrders();
    },
    onAddressGone() {
      void refreshAddresses();
      at.backToShipping(null, { replace: true });
    },
  });
  const open = useOpenPayment();
  const online = usePayOnline({
    open: open.payment,
    onPaid() {
      void readCart().catch(() => {}); // what was added to the cart since is still in it
      void refreshOrders();
    },
    explain: order.explain,
  });
  useFullPageLoad(options);

  const busy = order.status === 'placing' || online.busy;
  const confirming = open.payment?.state === 'confirming';
  if (order.status === 'placed' || online.status === 'paid') {
    return <Spinner label="Opening your order..." />;
  }
  if (online.status === 'confirming') return <ConfirmingPayment />;
  const banner = open.payment && (
    <ResumeBanner
      payment={open.payment}
      busy={online.busy}
      alone={lines.length === 0}
      onResume={online.resume}
    />
  );
  if (lines.length === 0) {
    const settled = open.known && !reading && online.status === 'ready';
    return <EmptyCheckout order={order} payment={banner} settled={settled} />;
  }
  const chosen = chooseAddress(addresses, at.addressId);
  if (at.step === 'payment' && !chosen) return <Navigate to="/checkout" replace />;

  const changes = describeChanges(lines);
  const unlessChanged = stopOnChanges({
    changes,
    readCart,
    onStopped: () => scrollToAndFocus(trouble.current),
  });

  const goOn = unlessChanged(({ id }) => {
    void readCart().catch(() => {}); // the last check before ordering
    at.continueToPayment(id);
  });

  const placeOrder = unlessChanged(({ id: shipping_address_id }) => {
    if (method === 'cod') order.place({ shipping_address_id, payment_method: method }, lines);
    else online.pay(() => orderPayload(settleCart, { shipping_address_id }, lines));
  });

  return (
    <>
      <CheckoutLayout
        summary={
          <>
            <OrderSummary lines={lines} mark={(line) => <LineMark line={line} />} />
            <Reassurance className="px-5 sm:px-7" />
          </>
        }
        bar={
          !confirming && (
            <CheckoutBar
              step={at.step}
              total={cartTotal(lines)}
              ready={chosen !== undefined}
              busy={busy}
              onContinue={() => goOn(chosen)}
              onPlaceOrder={() => placeOrder(chosen)}
            />
          )
        }
      >
        <OrderTrouble
          ref={trouble}
          refusal={order.troubleWith(lines)}
          warning={changes && `${changes} before you can order.`}
          onRefused={() => scrollToAndFocus(trouble.current)}
        >
          <CartProblems lines={lines} />
        </OrderTrouble>
        {!online.busy && banner}
        {/* Hidden while a payment for this cart is confirming: nobody is asked to pay twice. */}
        {!confirming && (
          <CheckoutSteps
            at={at}
            addresses={addresses}
            chosen={chosen}
            busy={busy}
            options={options}
            method={method}
            onMethod={setMethod}
            onAddAddress={() => setAdding(true)}
          />
        )}
      </CheckoutLayout>
      <AddressDialog
        editing={adding ? 'new' : null}
        beginning={{ person: profile.data, isFirst: addresses.length === 0 }}
        onClose={() => setAdding(false)}
        onSaved={(address) => {
          void refreshProfile();
          at.choose(address.id);
        }}
      />
    </>
  );
}
