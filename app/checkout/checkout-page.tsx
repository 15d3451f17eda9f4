import type { MetaArgs } from 'react-router';
import { useProfile } from '#app/account/profile/use-profile.ts';
import { useAddresses } from '#app/addresses/use-addresses.ts';
import { useCart } from '#app/cart/use-cart.ts';
import { DemoNotice } from '#app/payments/demo-notice.tsx';
import { useOpenPayment, usePaymentOptions } from '#app/payments/use-open-payment.ts';
import { LoadError } from '#app/shell/api/load-error.tsx';
import { privateMeta } from '#app/shell/document/site-meta.ts';
import { PageLayout } from '#app/shell/page-layout.ts';
import { Checkout } from './checkout.tsx';
import { CheckoutFooter } from './checkout-footer.tsx';
import { CheckoutHeader } from './checkout-header.tsx';
import { CheckoutHeading } from './checkout-heading.tsx';
import { CheckoutSkeleton } from './checkout-skeleton.tsx';
import { stepOf } from './use-checkout-step.ts';

export const handle = new PageLayout(CheckoutHeader, CheckoutFooter);

export function meta({ location }: MetaArgs) {
  const step = stepOf(new URLSearchParams(location.search));
  return privateMeta(step === 'payment' ? 'Checkout: Payment' : 'Checkout: Shipping Address');
}

export default function CheckoutPage() {
  const cart = useCart();
  const addresses = useAddresses();
  const options = usePaymentOptions();
  useProfile(); // loaded for a new address; the page does not wait for it
  // Waited for, because its banner would push down what the shopper is about to tap.
  const open = useOpenPayment();
  const failed = [cart, addresses, options].find((read) => read.isError && !read.data);
  const loaded = open.known &&
    cart.data &&
    addresses.data &&
    options.data && { items: cart.data, addresses: addresses.data, options: options.data };
  return (
    <div className="page-width py-8">
      <CheckoutHeading />
      {/* Rendered together with the rest, or it would push the skeleton down. */}
      <DemoNotice mode={loaded ? loaded.options.mode : null} />
      {loaded ? (
        <Checkout {...loaded} reading={cart.isFetching} />
      ) : failed ? (
        <LoadError error={failed.error} retrying={failed.isFetching} onRetry={failed.refetch} />
      ) : (
        <CheckoutSkeleton />
      )}
    </div>
  );
}
