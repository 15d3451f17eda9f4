import { originOf, siteMeta } from '#app/shell/document/site-meta.ts';
import { Link } from '#app/ui/link.js';
import type { Route } from './+types/returns-page';

export function meta({ matches }: Route.MetaArgs) {
  return siteMeta(originOf(matches), {
    title: 'Returns',
    description:
      'What to do when something arrives broken, wrong or not to your liking: returns of unopened packs, and refunds.',
    path: '/returns',
  });
}

export default function ReturnsPage() {
  return (
    <article className="prose page-width max-w-3xl py-12 sm:py-16">
      <h1>Returns</h1>
      <h2>Broken, wrong or missing</h2>
      <p>
        Tell us within 48 hours of delivery: reply to the email that says it was delivered, with a
        picture of the parcel if you can, or <Link to="/contact">write to us</Link>. We refund what
        was wrong, and you pay nothing for it.
      </p>
      <h2>You changed your mind</h2>
      <p>
        Tea is food, so we can only take back packs that are unopened and sealed. You have 7 days
        from delivery to ask for it in the same way; you pay for the return shipping.
      </p>
      <h2>Before it leaves us</h2>
      <p>
        Until a parcel is on its way you may cancel the order without giving a reason and without
        any charge: open it under <Link to="/account/orders">My Orders</Link> and choose ‘Cancel
        order’. What you paid online goes back to the account you paid from.
      </p>
      <h2>Refunds</h2>
      <p>
        We send refunds within 5 business days of receiving a return or agreeing to one: to the
        account an online payment came from, or to a bank account or UPI address you name if you
        paid cash.
      </p>
    </article>
  );
}
