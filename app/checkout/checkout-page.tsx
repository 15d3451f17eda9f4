import { useRef, useState } from 'react';
import { type MetaArgs, Navigate, useSearchParams } from 'react-router';
import { refreshProfile, useProfile } from '#app/account/use-profile.ts';
import { AddressDialog } from '#app/addresses/address-dialog.tsx';
import { refreshAddresses, useAddresses } from '#app/addresses/use-addresses.ts';
import { forgetLines } from '#app/cart/cart-cache.ts';
import { settleCart } from '#app/cart/cart-changes.ts';
import { CartProblems } from '#app/cart/cart-problems.tsx';
import { LineMark } from '#app/cart/line-mark.tsx';
import { tellChanges } from '#app/cart/line-problem.ts';
import { readCart, useCart } from '#app/cart/use-cart.ts';
import { refreshOrders } from '#app/orders/use-orders.ts';
import { ConfirmingPayment } from '#app/payments/confirming.tsx';
import { DemoNotice } from '#app/payments/demo-notice.tsx';
import { ResumeBanner } from '#app/payments/resume-banner.tsx';
import { useOpenPayment, usePaymentOptions } from '#app/payments/use-open-payment.ts';
import { useOwnDocument } from '#app/payments/use-own-document.ts';
import { usePayOnline } from '#app/payments/use-pay-online.ts';
import { Frame } from '#app/shell/frame.ts';
import { ReadFailure } from '#app/shell/read-failure.tsx';
import { privateMeta } from '#app/shell/site-meta.ts';
import { leadTo } from '#app/ui/lead-to.ts';
import { Spinner } from '#app/ui/spinner.tsx';
import type { Address } from '#contract/addresses.ts';
import type { CartItem } from '#contract/cart.ts';
import type { PaymentOptions } from '#contract/payments.ts';
import { cartTotal } from '#domain/cart.ts';
import type { PaymentMethod } from '#domain/order.ts';
import { CheckoutBar } from './checkout-bar.tsx';
import { CheckoutFooter } from './checkout-footer.tsx';
import { CheckoutHeader } from './checkout-header.tsx';
import { CheckoutProgress } from './checkout-progress.tsx';
import { CheckoutSkeleton } from './checkout-skeleton.tsx';
import { CheckoutSteps } from './checkout-steps.tsx';
import { chooseAddress } from './choose-address.ts';
import { EmptyCheckout } from './empty-checkout.tsx';
import { OrderSummary } from './order-summary.tsx';
import { OrderTrouble } from './order-trouble.tsx';
import { Reassurance } from './reassurance.tsx';
import { settledOrder } from './settled-order.ts';
import { stepOf, useCheckoutStep } from './use-checkout-step.ts';
import { usePlaceOrder } from './use-place-order.ts';

export const handle = new Frame(CheckoutHeader, CheckoutFooter);

export function meta({ location }: MetaArgs) {
  const step = stepOf(new URLSearchParams(location.search));
  return privateMeta(step === 'payment' ? 'Checkout: Payment' : 'Checkout: Shipping Address');
}

export default function CheckoutPage() {
  const cart = useCart();
  const addresses = useAddresses();
  const options = usePaymentOptions();
  const [search] = useSearchParams();
  const failed = [cart, addresses].find((read) => read.isError && !read.data);
  return (
    <div className="page-width py-8">
      <div className="mb-6 flex flex-wrap items-center justify-between gap-x-8 gap-y-3">
        <h1 className="text-3xl">Checkout</h1>
        <CheckoutProgress step={stepOf(search)} />
      </div>
      {/* With the rest, or it would push the outline down. */}
      <DemoNotice mode={(cart.data && addresses.data && options?.mode) ?? null} />
      {cart.data && addresses.data && options ? (
        <Checkout
          lines={cart.data}
          reading={cart.isFetching}
          addresses={addresses.data}
          options={options}
        />
      ) : failed ? (
        <ReadFailure error={failed.error} retrying={failed.isFetching} onRetry={failed.refetch} />
      ) : (
        <CheckoutSkeleton />
      )}
    </div>
  );
}

type CheckoutProps = {
  lines: CartItem[];
  /** Whether the cart is being read again just now. */
  reading: boolean;
  addresses: Address[];
  options: PaymentOptions;
};

/** Both steps, each as the URL says, beside what is being ordered; or what has become of an order that was sent. */
function Checkout({ lines, reading, addresses, options }: CheckoutProps) {
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
      void readCart().catch(() => {}); // what was put in since is still there
      void refreshOrders();
    },
    explain: order.explain,
  });
  useOwnDocument(options);

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

  const changes = tellChanges(lines);

  /** What cannot be ordered as it is shown stops here, and is led to; it may be in order again meanwhile. */
  function isStopped(): boolean {
    if (!changes) return false;
    void readCart().catch(() => {}); // what is shown stays, then
    leadTo(trouble.current);
    return true;
  }

  function goOn({ id }: Address) {
    if (isStopped()) return;
    void readCart().catch(() => {}); // the last look before ordering
    at.continueToPayment(id);
  }

  function placeOrder({ id: shipping_address_id }: Address) {
    if (isStopped()) return;
    if (method === 'cod') order.place({ shipping_address_id, payment_method: method }, lines);
    else online.pay(() => settledOrder(settleCart, { shipping_address_id }, lines));
  }

  // On a phone this is no box of its own: the bar at its end waits at the window's foot from the top of the page on.
  return (
    <div className="max-md:contents md:grid md:grid-cols-[minmax(0,1fr)_18rem] md:grid-rows-[auto_1fr] md:items-start md:gap-x-8 md:gap-y-6 lg:grid-cols-[minmax(0,1fr)_24rem] lg:gap-x-12">
      <div className="grid grid-cols-1 gap-6">
        <OrderTrouble
          ref={trouble}
          refusal={order.troubleWith(lines)}
          warning={changes && `${changes} before you can order.`}
          onRefused={() => leadTo(trouble.current)}
        >
          <CartProblems lines={lines} />
        </OrderTrouble>
        {!online.busy && banner}
        {/* Whoever may have paid for this cart is not asked to pay for it again. */}
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
      </div>
      <div className="grid grid-cols-1 gap-6 max-md:mt-6 md:sticky md:top-8 md:col-start-2 md:row-span-2 md:row-start-1">
        <OrderSummary lines={lines} mark={(line) => <LineMark line={line} />} />
        <Reassurance className="px-5 sm:px-7" />
      </div>
      {!confirming && (
        <CheckoutBar
          step={at.step}
          total={cartTotal(lines)}
          ready={chosen !== undefined}
          busy={busy}
          onContinue={() => chosen && goOn(chosen)}
          onPlaceOrder={() => chosen && placeOrder(chosen)}
        />
      )}
      <AddressDialog
        editing={adding ? 'new' : null}
        beginning={{ person: profile.data, isFirst: addresses.length === 0 }}
        onClose={() => setAdding(false)}
        onSaved={(address) => {
          void refreshProfile();
          at.choose(address.id);
        }}
      />
    </div>
  );
}
