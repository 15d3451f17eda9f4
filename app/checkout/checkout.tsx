import { type ReactNode, useRef, useState } from 'react';
import { useProfile } from '#app/account/profile/use-profile.ts';
import { AddressDialog } from '#app/addresses/address-dialog.tsx';
import { useEditedAddress } from '#app/addresses/use-addresses.ts';
import { readCart } from '#app/cart/cart.ts';
import { CartProblems, describeChanges } from '#app/cart/item-problem.tsx';
import { Reassurance } from '#app/cart/reassurance.tsx';
import { CodeField } from '#app/discount/code-field.tsx';
import { type Code, discountFor } from '#app/discount/use-code.ts';
import { refreshOrders } from '#app/orders/use-orders.ts';
import { ConfirmingPayment, ResumeBanner } from '#app/payments/resume-banner.tsx';
import { useFullPageLoad, useOpenPayment } from '#app/payments/use-open-payment.ts';
import { usePayOnline } from '#app/payments/use-pay-online.ts';
import { Navigate } from '#app/ui/link.js';
import { scrollToAndFocus } from '#app/ui/scroll-to-and-focus.ts';
import { Spinner } from '#app/ui/spinner.tsx';
import type { Address, ShippingAddress } from '#contract/addresses.ts';
import type { CartItem } from '#contract/cart.ts';
import type { OrderTerms } from '#contract/checkout.ts';
import { isSameAddress } from '#domain/address.ts';
import { pinOf } from '#domain/delivery.ts';
import type { PaymentMethod } from '#domain/order.ts';
import { CheckoutBar, CheckoutSteps } from './checkout-steps.tsx';
import { EmptyCheckout, OrderProblem } from './order-problem.tsx';
import { OrderSummary } from './order-summary.tsx';
import { decideCashFor, describeNewCharges, priceWith, readOrderTerms } from './order-terms.ts';
import { preselectAddress, useCheckoutStep } from './use-checkout-step.ts';
import { orderPayload, usePlaceOrder } from './use-place-order.ts';

type CheckoutProps = {
  items: CartItem[];
  /** Whether the cart is being reloaded. */
  reading: boolean;
  addresses: Address[];
  terms: OrderTerms;
  /** Known, so that the price does not change by itself. */
  code: Code;
  /** Whether the terms still are those of the address before. */
  asking: boolean;
};

/** Both checkout steps, depending on the URL, beside the summary; or the result of an order that was sent. */
export function Checkout({ items, reading, addresses, terms, code, asking }: CheckoutProps) {
  const stepState = useCheckoutStep();
  const chosen = preselectAddress(addresses, stepState.addressId);
  const pin = chosen ? pinOf(chosen.postal_code) : null;
  const problem = useRef<HTMLElement>(null);
  const [editing, setEditing] = useEditedAddress();
  const profile = useProfile();
  const [selected, setMethod] = useState<PaymentMethod>('cod'); // kept from step to step
  const order = usePlaceOrder({
    onAddressGone: () => stepState.backToShipping(null, { replace: true }),
    readNewTerms: async () =>
      describeNewCharges(price, priceWith(await readOrderTerms(pin), items, method, discount)),
    onCodeRefused: code.drop,
    onOrdered: code.forget,
    isPaid: async () => open.payment !== null && online.isPaid(open.payment),
  });
  const open = useOpenPayment();
  const online = usePayOnline({
    open: open.payment,
    onPaid() {
      code.forget();
      void readCart().catch(() => {}); // items that were added during the payment stay in the cart
      void refreshOrders();
    },
    explain: order.explain,
  });
  useFullPageLoad(terms);
  const onDelivery = discountFor(code, items, 'cod').discount;
  const cash = decideCashFor(terms, items, onDelivery);
  const method = cash.offered || !terms.mode ? selected : 'razorpay';
  const { discount, lacks } = discountFor(code, items, method);
  const price = priceWith(terms, items, method, discount);

  const busy = order.status === 'placing' || online.busy;
  const confirming = open.payment?.state === 'confirming';
  if (order.status === 'placed' || online.status === 'paid') {
    return <Spinner label="Opening your order..." />;
  }
  if (online.status === 'confirming') return <ConfirmingPayment />;
  const banner = open.payment && (
    <ResumeBanner
      payment={open.payment}
      busy={busy}
      isCartEmpty={items.length === 0}
      isCartReserved={
        items.length === 0 ||
        priceWith(terms, items, 'razorpay', discountFor(code, items, 'razorpay').discount).total ===
          open.payment.amount
      }
      isAddressSaved={isSaved(open.payment.shipping_address, addresses)}
      onResume={online.resume}
    />
  );
  if (items.length === 0) {
    const settled = open.known && !reading && online.status === 'ready';
    return <EmptyCheckout order={order} payment={banner} settled={settled} />;
  }
  if (stepState.step === 'payment' && !chosen) return <Navigate to="/checkout" replace />;

  const changes = describeChanges(items);
  const warning = changes
    ? `${changes} before you can order.`
    : pin && !asking && !terms.delivery.serves && notServed(pin);
  /** Takes a step of the checkout. While something stands against the order, reloads the cart and shows it instead. */
  function ifOrderable(step: (address: Address) => void) {
    if (!chosen) return;
    if (!warning) return step(chosen);
    void readCart().catch(() => {}); // on failure the cart stays as shown
    scrollToAndFocus(problem.current);
  }

  function continueToPayment({ id }: Address) {
    void readCart().catch(() => {}); // the last check before ordering
    stepState.continueToPayment(id);
  }

  function placeOrder(address: Address) {
    if (method === 'cod') order.place(address, items, price);
    else online.pay(() => orderPayload({ shipping_address_id: address.id }, price));
  }

  return (
    <>
      <CheckoutLayout
        summary={
          <>
            <OrderSummary
              items={items}
              price={price}
              code={<CodeField code={code} lacks={lacks} />}
              onRemoveCode={code.remove}
            />
            <Reassurance className="px-5 sm:px-7" />
          </>
        }
        bar={
          !confirming && (
            <CheckoutBar
              step={stepState.step}
              total={price.total}
              ready={chosen !== undefined}
              busy={busy}
              onContinue={() => ifOrderable(continueToPayment)}
              onPlaceOrder={() => ifOrderable(placeOrder)}
            />
          )
        }
      >
        <OrderProblem
          ref={problem}
          error={order.problemWith(items)}
          warning={warning || null}
          onError={() => scrollToAndFocus(problem.current)}
        >
          <CartProblems items={items} />
        </OrderProblem>
        {online.status !== 'paying' && banner}
        {/* Hidden while a payment for this cart is confirming: nobody is asked to pay twice. */}
        {!confirming && (
          <CheckoutSteps
            stepState={stepState}
            addresses={addresses}
            chosen={chosen}
            busy={busy}
            terms={terms}
            cash={cash}
            method={method}
            onMethod={setMethod}
            onEditAddress={setEditing}
          />
        )}
      </CheckoutLayout>
      {stepState.step === 'shipping' && (
        <AddressDialog
          editing={editing}
          defaults={{ person: profile.data, isFirst: addresses.length === 0 }}
          onClose={() => setEditing(null)}
          onSaved={(address) => stepState.choose(address.id)}
        />
      )}
    </>
  );
}

/** Said above the steps, so that nobody goes on to pay. */
function notServed(pin: string): string {
  return `We do not deliver to ${pin} yet. Please choose another address.`;
}

/** Whether this is a saved address; true if the server does not send the address. */
function isSaved(address: ShippingAddress | undefined, saved: readonly Address[]): boolean {
  return !address || saved.some((one) => isSameAddress(one, address));
}

type CheckoutLayoutProps = {
  /** The order summary; beside the steps where there is room. */
  summary: ReactNode;
  /** The bar with the continue button, fixed at the bottom of the window on a phone. */
  bar: ReactNode;
  children: ReactNode;
};

/**
 * The layout of the checkout. On a phone the column is `display: contents`, so that the bar at its end can be sticky
 * from the top of the page on.
 */
function CheckoutLayout({ summary, bar, children }: CheckoutLayoutProps) {
  return (
    <div className="max-md:contents md:grid md:grid-cols-[minmax(0,1fr)_18rem] md:grid-rows-[auto_1fr] md:items-start md:gap-x-8 md:gap-y-6 lg:grid-cols-[minmax(0,1fr)_24rem] lg:gap-x-12">
      <div className="above-checkout-bar grid grid-cols-1 gap-6">{children}</div>
      <div className="above-checkout-bar grid grid-cols-1 gap-6 max-md:mt-6 md:sticky md:top-8 md:col-start-2 md:row-span-2 md:row-start-1">
        {summary}
      </div>
      {bar}
    </div>
  );
}
