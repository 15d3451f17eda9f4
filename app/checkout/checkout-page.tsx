import { useState } from 'react';
import { type MetaArgs, Navigate } from 'react-router';
import { AddressDialog } from '#app/addresses/address-dialog.tsx';
import { refreshAddresses, useAddresses } from '#app/addresses/use-addresses.ts';
import { forgetLines } from '#app/cart/cart-cache.ts';
import { settleCart } from '#app/cart/cart-changes.ts';
import { CartProblems } from '#app/cart/cart-problems.tsx';
import { readCart, useCart } from '#app/cart/use-cart.ts';
import { refreshOrders } from '#app/orders/use-orders.ts';
import { ConfirmingPayment } from '#app/payments/confirming.tsx';
import { ResumeBanner } from '#app/payments/resume-banner.tsx';
import { useOpenPayment, usePaymentOptions } from '#app/payments/use-open-payment.ts';
import { useOwnDocument } from '#app/payments/use-own-document.ts';
import { usePayOnline } from '#app/payments/use-pay-online.ts';
import { ReadFailure } from '#app/shell/read-failure.tsx';
import { privateMeta } from '#app/shell/site-meta.ts';
import { Spinner } from '#app/ui/spinner.tsx';
import { showToast } from '#app/ui/toast.tsx';
import type { Address } from '#contract/addresses.ts';
import type { CartItem } from '#contract/cart.ts';
import type { NewPayment } from '#contract/payments.ts';
import { cartTotal } from '#domain/cart.ts';
import { toRupees } from '#domain/money.ts';
import { CheckoutSteps } from './checkout-steps.tsx';
import { LostAnswer } from './lost-answer.tsx';
import { OrderSummary } from './order-summary.tsx';
import { useCheckoutStep } from './use-checkout-step.ts';
import { usePlaceOrder } from './use-place-order.ts';

export function meta({ location }: MetaArgs) {
  const step = new URLSearchParams(location.search).get('step');
  return privateMeta(step === 'payment' ? 'Checkout: Payment' : 'Checkout: Shipping Address');
}

export default function CheckoutPage() {
  const cart = useCart();
  const addresses = useAddresses();
  const failed = [cart, addresses].find((read) => read.isError && !read.data);
  return (
    <div className="container py-8 sm:py-12">
      <h1 className="mb-6 text-3xl sm:mb-8">Checkout</h1>
      {cart.data && addresses.data ? (
        <Checkout lines={cart.data} reading={cart.isFetching} addresses={addresses.data} />
      ) : failed ? (
        <ReadFailure error={failed.error} retrying={failed.isFetching} onRetry={failed.refetch} />
      ) : (
        <Spinner label="Loading..." />
      )}
    </div>
  );
}

type CheckoutProps = {
  lines: CartItem[];
  /** Whether the cart is being read again just now. */
  reading: boolean;
  addresses: Address[];
};

/** Both steps, each as the URL says, beside what is being ordered. */
function Checkout({ lines, reading, addresses }: CheckoutProps) {
  const at = useCheckoutStep();
  const [adding, setAdding] = useState(false);
  const chosen = addresses.find((address) =>
    at.addressId ? address.id === at.addressId : address.is_default,
  );
  const order = usePlaceOrder({
    settleCart,
    readCart,
    onPlaced() {
      void forgetLines();
      void refreshOrders();
    },
    onAddressGone: askForAddress,
  });

  const options = usePaymentOptions();
  useOwnDocument(options);
  const open = useOpenPayment();
  const online = usePayOnline({
    onPaid() {
      void readCart().catch(() => {}); // what was put in since is still there
      void refreshOrders();
    },
    explain: order.explain,
  });

  function askForAddress() {
    showToast({
      title: 'Error',
      description: 'Please select a shipping address',
      tone: 'destructive',
    });
    void refreshAddresses();
    at.backToShipping(null, { replace: true });
  }

  if (order.status === 'placed' || online.status === 'paid') {
    return <Spinner label="Opening your order..." />;
  }
  if (online.status === 'confirming') return <ConfirmingPayment />;
  const banner = open.payment && (
    <ResumeBanner
      payment={open.payment}
      busy={online.status === 'paying'}
      onResume={() => open.payment && online.resume(open.payment.id)}
    />
  );
  if (lines.length === 0) {
    const attempt = order.unanswered();
    if (attempt) {
      const busy = order.status === 'placing';
      return <LostAnswer busy={busy} onAsk={() => void order.resume(attempt)} />;
    }
    // Another tab, or the shop itself, may just have turned this cart into an order.
    if (banner) return banner;
    const settled = open.known && !reading && online.status === 'ready';
    return settled ? <Navigate to="/cart" replace /> : <Spinner label="Loading..." />;
  }
  if (at.step === 'payment' && !chosen) return <Navigate to="/checkout" replace />;

  const trouble = order.troubleWith(lines);
  return (
    <div className="grid gap-8 lg:grid-cols-[1fr_24rem] lg:items-start lg:gap-12">
      <div className="grid gap-6">
        {online.status !== 'paying' && banner}
        <CheckoutSteps
          at={at}
          addresses={addresses}
          chosen={chosen}
          busy={order.status === 'placing' || online.status === 'paying'}
          options={options}
          problem={
            <>
              {trouble && (
                <p role="alert" className="mt-6 font-semibold text-danger">
                  {trouble}
                </p>
              )}
              <CartProblems lines={lines} />
            </>
          }
          onAddAddress={() => setAdding(true)}
          onPlaceOrder={(address, method) =>
            method === 'cod'
              ? order.place({ shipping_address_id: address.id, payment_method: method }, lines)
              : online.pay(() => whatToPay(address, lines))
          }
        />
      </div>
      <OrderSummary lines={lines} />
      <AddressDialog
        editing={adding ? 'new' : null}
        onClose={() => setAdding(false)}
        onSaved={(address) => at.choose(address.id)}
      />
    </div>
  );
}

/** Waits until the server knows the cart as it is shown; null when it does not get there. */
async function whatToPay(address: Address, lines: CartItem[]): Promise<NewPayment | null> {
  if (!(await settleCart())) return null;
  return { shipping_address_id: address.id, total_amount: toRupees(cartTotal(lines)) };
}
