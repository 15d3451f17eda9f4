import { CorrectedAddress } from '#app/admin/orders/corrected-address.tsx';
import type { OrderDetail } from '#contract/admin/order-views.ts';
import { addressLines, placeLine } from '#domain/address.ts';
import { CorrectAddress } from './correct-address.tsx';

/** The shipping address, with links to call and to write. */
export function OrderAddress({ order }: { order: OrderDetail }) {
  const { shipping_address: address, place, email } = order;
  return (
    <section className="panel">
      <h2 className="text-lg">Deliver to</h2>
      {address ? (
        <>
          <p className="mt-2 font-medium text-foreground">{address.full_name}</p>
          <address className="whitespace-pre-line not-italic">
            {addressLines(address).join('\n')}
          </address>
          <a href={`tel:${address.phone.replace(/[^+\d]/g, '')}`} className="panel-link">
            {address.phone}
          </a>
        </>
      ) : (
        <p className="mt-2">{placeLine(place)}</p>
      )}
      <CorrectedAddress order={order} />
      {email && (
        <a href={`mailto:${email}?subject=Order ${order.order_number}`} className="panel-link">
          {email}
        </a>
      )}
      <CorrectAddress order={order} />
    </section>
  );
}
