import { useState } from 'react';
import { type MetaArgs, Navigate } from 'react-router';
import { AddressDialog } from '#app/addresses/address-dialog.tsx';
import { refreshAddresses, useAddresses } from '#app/addresses/use-addresses.ts';
import { forgetLines } from '#app/cart/cart-cache.ts';
import { settleCart } from '#app/cart/cart-changes.ts';
import { CartProblems } from '#app/cart/cart-problems.tsx';
import { readCart, useCart } from '#app/cart/use-cart.ts';
import { refreshOrders } from '#app/orders/use-orders.ts';
import { ReadFailure } from '#app/shell/read-failure.tsx';
import { privateMeta } from '#app/shell/site-meta.ts';
import { Spinner } from '#app/ui/spinner.tsx';
import { showToast } from '#app/ui/toast.tsx';
import type { Address } from '#contract/addresses.ts';
import type { CartItem } from '#contract/cart.ts';
import { ChosenAddress } from './chosen-address.tsx';
import { LostAnswer } from './lost-answer.tsx';
import { OrderSummary } from './order-summary.tsx';
import { PaymentStep } from './payment-step.tsx';
import { ShippingStep } from './shipping-step.tsx';
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

  function askForAddress() {
    showToast({
      title: 'Error',
      description: 'Please select a shipping address',
      tone: 'destructive',
    });
    void refreshAddresses();
    at.backToShipping(null, { replace: true });
  }

  if (order.status === 'placed') return <Spinner label="Opening your order..." />;
  if (lines.length === 0) {
    const attempt = order.unanswered();
    if (attempt) {
      const busy = order.status === 'placing';
      return <LostAnswer busy={busy} onAsk={() => void order.resume(attempt)} />;
    }
    return reading ? <Spinner label="Loading..." /> : <Navigate to="/cart" replace />;
  }
  if (at.step === 'payment' && !chosen) return <Navigate to="/checkout" replace />;

  const trouble = order.troubleWith(lines);
  return (
    <div className="grid gap-8 lg:grid-cols-[1fr_24rem] lg:items-start lg:gap-12">
      <div className="grid gap-6">
        {at.step === 'payment' && chosen ? (
          <>
            <ChosenAddress
              address={chosen}
              onEdit={() => at.backToShipping(chosen.id, { replace: false })}
            />
            <PaymentStep
              focus={at.moved}
              busy={order.status === 'placing'}
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
              onPlaceOrder={(payment_method) =>
                order.place({ shipping_address_id: chosen.id, payment_method }, lines)
              }
            />
          </>
        ) : (
          <ShippingStep
            addresses={addresses}
            chosen={chosen}
            focus={at.moved}
            onChoose={(address) => at.choose(address.id)}
            onAdd={() => setAdding(true)}
            onContinue={() => chosen && at.continueToPayment(chosen.id)}
          />
        )}
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
