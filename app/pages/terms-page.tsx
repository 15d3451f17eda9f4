import { originOf, siteMeta } from '#app/shell/document/site-meta.ts';
import { MissingDetail, useShopDetails } from '#app/shell/shop/use-shop-details.tsx';
import { SHOP } from '#app/shell/shop-details.ts';
import { Link } from '#app/ui/link.js';
import type { Route } from './+types/terms-page';

export function meta({ matches }: Route.MetaArgs) {
  return siteMeta(originOf(matches), {
    title: 'Terms & Conditions',
    description:
      'The terms under which Aparajita sells its tea: orders, prices, payment, delivery, returns, complaints and the law that applies.',
    path: '/terms',
  });
}

export default function TermsPage() {
  const { legal_name, address, emails, phone, fssai, grievance_officer } = useShopDetails();
  return (
    <article className="prose page-width max-w-3xl py-12 sm:py-16">
      <h1>Terms & Conditions</h1>
      <h2>Who you buy from</h2>
      <p>
        {SHOP.name} is run by {legal_name ?? <MissingDetail setting="Registered name" />},{' '}
        {address?.join(', ') ?? <MissingDetail setting="Address" />}. You reach us at{' '}
        <a href={`mailto:${emails[0]}`}>{emails[0]}</a> or{' '}
        {phone ?? <MissingDetail setting="Phone" />},{' '}
        <span className="inline-block">{SHOP.hours}</span>.
        {fssai && ` Our licence as a food business: FSSAI ${fssai}.`}
      </p>
      <h2>Your order</h2>
      <p>
        An order is an offer to buy; we accept it when we confirm it. If something cannot be
        delivered we tell you and refund whatever you have paid for it. Prices are in Indian rupees
        and are those shown when you place the order: if one changes while it is in your cart, we
        ask you before anything is ordered.
      </p>
      <h2>Paying</h2>
      <p>
        You pay in one of the ways that checkout offers. With cash on delivery the goods are yours
        when you have paid the courier.
      </p>
      <h2>Delivery and returns</h2>
      <p>
        See <Link to="/shipping-info">Shipping Info</Link> and <Link to="/returns">Returns</Link>,
        which are part of these terms.
      </p>
      <h2>The tea</h2>
      <p>
        Our teas are food. Nothing on these pages is medical advice or promises to prevent or cure
        an illness. Flowers grow, so colour and size differ a little from the pictures.
      </p>
      <h2>Your account</h2>
      <p>Keep your password to yourself, and tell us if you think that somebody else knows it.</p>
      <h2>Complaints</h2>
      <p>
        Write to our grievance officer,{' '}
        {grievance_officer ? (
          <>
            {grievance_officer.name}, at{' '}
            <a translate="no" href={`mailto:${grievance_officer.email}`}>
              {grievance_officer.email}
            </a>
          </>
        ) : (
          <MissingDetail setting="Grievance officer" />
        )}
        . We acknowledge every complaint within 48 hours and settle it within one month.
      </p>
      <h2>Law</h2>
      <p>The law of India applies to these terms; the courts of Mumbai have jurisdiction.</p>
    </article>
  );
}
