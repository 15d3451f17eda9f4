import { metaOf } from '#app/shell/document/site-meta.ts';
import { useShippingRule } from '#app/shell/shop/use-shipping-rule.ts';
import { Link } from '#app/ui/link.js';
import { shippingTexts } from '#domain/shipping.ts';

export const meta = metaOf({
  title: 'Shipping Info',
  description:
    'Where we deliver, how long it takes and what it costs: across India, in 3-5 business days.',
  path: '/shipping-info',
});

export default function ShippingInfoPage() {
  const { policy } = shippingTexts(useShippingRule());
  return (
    <article className="prose page-width max-w-3xl py-12 sm:py-16">
      <h1>Shipping Info</h1>
      <h2>Where and how long</h2>
      <p>
        We deliver to every PIN code in India that our couriers reach, within 3-5 business days of
        your order; Sundays and public holidays do not count. Product pages and the cart say by when
        an order would reach your PIN code, and the order keeps that day.
      </p>
      <h2>What it costs</h2>
      <p>
        {policy} Some PIN codes have a price of their own. The checkout shows what you pay before
        you place the order, and nothing is added after it.
      </p>
      <h2>Cash on delivery</h2>
      <p>
        You may pay the courier when the parcel arrives, wherever they take cash. Please have the
        amount ready, and be reachable on the phone number you gave us.
      </p>
      <h2>Your address</h2>
      <p>
        An order keeps the address it was placed with. If it was the wrong one,{' '}
        <Link to="/contact">write to us</Link> as soon as you can: until the parcel leaves we can
        change it.
      </p>
      <h2>If it does not come</h2>
      <p>
        You see the state of every order under <Link to="/account/orders">My Orders</Link>. When a
        parcel is more than two days late, tell us and we look for it. If it is lost, we cancel the
        order and tell you by email: there is nothing to pay, and what you have paid already goes
        back to the account you paid from.
      </p>
    </article>
  );
}
