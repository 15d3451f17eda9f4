import { useState } from 'react';
import { type MetaArgs, Navigate } from 'react-router';
import { refreshProfile, useProfile } from '#app/account/use-profile.ts';
import { AddressDialog } from '#app/addresses/address-dialog.tsx';
import { refreshAddresses, useAddresses } from '#app/addresses/use-addresses.ts';
import { forgetLines } from '#app/cart/cart-cache.ts';
import { settleCart } from '#app/cart/cart-changes.ts';
import { CartProblems } from '#app/cart/cart-problems.tsx';
import { readCart, useCart } from '#app/cart/use-cart.ts';
import { refreshOrders } from '#app/orders/use-orders.ts';
import { ConfirmingPayment } from '#app/payments/confirming.tsx';
import { DemoNotice } from '#app/payments/demo-notice.tsx';
import { ResumeBanner } from '#app/payments/resume-banner.tsx';
import { useOpenPayment, usePaymentOptions } from '#app/payments/use-open-payment.ts';
import { useOwnDocument } from '#app/payments/use-own-document.ts';
import { usePayOnline } from '#app/payments/use-pay-online.ts';
import { ReadFailure } from '#app/shell/read-failure.tsx';
import { privateMeta } from '#app/shell/site-meta.ts';
import { Spinner } from '#app/ui/spinner.tsx';
import type { Address } from '#contract/addresses.ts';
import type { CartItem } from '#contract/cart.ts';
import type { PaymentOptions } from '#contract/payments.ts';
import { cartTotal } from '#domain/cart.ts';
import type { PaymentMethod } from '#domain/order.ts';
import { CheckoutSkeleton } from './checkout-skeleton.tsx';
import { CheckoutSteps } from './checkout-steps.tsx';
import { chooseAddress } from './choose-address.ts';
import { EmptyCheckout } from './empty-checkout.tsx';
import { OrderSummary } from './order-summary.tsx';
import { OrderTrouble } from './order-trouble.tsx';
import { settledOrder } from './settled-order.ts';
import { useCheckoutStep } from './use-checkout-step.ts';
import { usePlaceOrder } from './use-place-order.ts';

export function meta({ location }: MetaArgs) {
  const step = new URLSearchParams(location.search).get('step');
  return privateMeta(step === 'payment' ? 'Checkout: Payment' : 'Checkout: Shipping Address');
}

export default function CheckoutPage() {
  const cart = useCart();
  const addresses = useAddresses();
  const options = usePaymentOptions();
  const failed = [cart, addresses].find((read) => read.isError && !read.data);
  return (
    <div className="page-width py-8 sm:py-12">
      <h1 className="mb-6 text-3xl sm:mb-8">Checkout</h1>
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

  if (order.status === 'placed' || online.status === 'paid') {
    return <Spinner label="Opening your order..." />;
  }
  if (online.status === 'confirming') return <ConfirmingPayment />;
  const banner = open.payment && (
    <ResumeBanner payment={open.payment} busy={online.busy} onResume={online.resume} />
  );
  if (lines.length === 0) {
    const settled = open.known && !reading && online.status === 'ready';
    return <EmptyCheckout order={order} payment={banner} settled={settled} />;
  }
  const chosen = chooseAddress(addresses, at.addressId);
  if (at.step === 'payment' && !chosen) return <Navigate to="/checkout" replace />;

  return (
    <div className="grid gap-8 lg:grid-cols-[1fr_24rem] lg:items-start lg:gap-12">
      <div className="grid gap-6">
        {!online.busy && banner}
        {/* Whoever may have paid for this cart is not asked to pay for it again. */}
        {open.payment?.state !== 'confirming' && (
          <CheckoutSteps
            at={at}
            addresses={addresses}
            chosen={chosen}
            busy={order.status === 'placing' || online.busy}
            options={options}
            method={method}
            onMethod={setMethod}
            total={cartTotal(lines)}
            problem={
              <OrderTrouble text={order.troubleWith(lines)}>
                <CartProblems lines={lines} />
              </OrderTrouble>
            }
            onAddAddress={() => setAdding(true)}
            onPlaceOrder={({ id: shipping_address_id }) =>
              method === 'cod'
                ? order.place({ shipping_address_id, payment_method: method }, lines)
                : online.pay(() => settledOrder(settleCart, { shipping_address_id }, lines))
            }
          />
        )}
      </div>
      <OrderSummary lines={lines} />
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
