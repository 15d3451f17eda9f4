import { useQuery } from '@tanstack/react-query';
import { lazy } from '#app/admin/app-version/lazy.ts';
import { DialogButton } from '#app/admin/buttons.tsx';
import { customerFacts, Facts } from '#app/admin/facts.tsx';
import { FulfilmentBadge } from '#app/admin/orders/fulfilment-badge.tsx';
import { adminOrderQuery, couriersQuery } from '#app/admin/orders/order-queries.ts';
import { CorrectedAddress } from '#app/admin/orders/order-warnings.tsx';
import { DetailScreen, Loaded } from '#app/admin/screen.tsx';
import { useRole } from '#app/admin/staff/use-staff.ts';
import { Link } from '#app/ui/link.js';
import { telUrl } from '#app/ui/tel-url.ts';
import type { OrderDetail } from '#contract/admin/order-views.ts';
import { addressLines, placeLine } from '#domain/address.ts';
import { formatDay } from '#domain/day.ts';
import { isAddressFinal } from '#domain/order-verbs.ts';
import { OrderActions } from './order-actions.tsx';
import { OrderHistory } from './order-history.tsx';
import { OrderMoney } from './order-money.tsx';

/** One order: state and next step first, then items, address and timeline. */
export default function OrderScreen({ id }: { id: string }) {
  const order = useQuery(adminOrderQuery(id));
  // With them, so that the field for a scanned number is there at once, and takes no half of it.
  const couriers = useQuery({ ...couriersQuery, enabled: useRole('owner', 'packer') });
  const waits = couriers.isLoading && couriers.errorUpdateCount === 0;
  return (
    <Loaded query={{ ...order, data: waits ? undefined : order.data }}>
      {(data) => <Order order={data} />}
    </Loaded>
  );
}

function Order({ order }: { order: OrderDetail }) {
  return (
    <DetailScreen
      title={order.order_number}
      heading={
        <span translate="no" className="tabular-nums">
          {order.order_number}
        </span>
      }
      list={{ to: '/admin/orders', name: 'Orders' }}
      aside={<FulfilmentBadge order={order} />}
    >
      <div className="grid gap-5 lg:grid-cols-[minmax(0,1fr)_20rem] lg:items-start xl:grid-cols-[minmax(0,1fr)_24rem]">
        <div className="grid min-w-0 gap-5">
          <OrderActions order={order} />
          <OrderMoney order={order} />
          <OrderHistory order={order} />
        </div>
        <div className="grid min-w-0 gap-5">
          <OrderAddress order={order} />
          {order.customer && <OrderCustomer customer={order.customer} />}
        </div>
      </div>
    </DetailScreen>
  );
}

/** The shipping address, with links to call and to write. */
function OrderAddress({ order }: { order: OrderDetail }) {
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
          <a href={telUrl(address.phone)} className="panel-link">
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

/** The form's libraries are downloaded when somebody corrects an address. */
const CorrectionForm = lazy(() => import('./address-correction-form.tsx'));

/** A button and a dialog to correct the address, until the parcel is handed over. */
function CorrectAddress({ order }: { order: OrderDetail }) {
  const mayCorrect = useRole('owner', 'packer');
  const { shipping_address: address, fulfilment, order_number } = order;
  if (!mayCorrect || address === null) return null;
  return (
    <DialogButton
      button={{ tone: 'secondary', className: 'mt-3', children: 'Correct address' }}
      hidden={isAddressFinal(fulfilment)}
      title={`Address of ${order_number}`}
    >
      {(close) => <CorrectionForm order={order} address={address} onClose={close} />}
    </DialogButton>
  );
}

type Customer = NonNullable<OrderDetail['customer']>;

/** The customer's former orders, which help to judge a large cash order. */
function OrderCustomer({ customer }: { customer: Customer }) {
  return (
    <section className="panel">
      <h2 className="text-lg">Customer</h2>
      <Facts
        className="mt-2"
        facts={[...customerFacts(customer), ['First order', formatDay(customer.first_order_at)]]}
      />
      <Link to={`/admin/customers/${customer.user_id}`} className="panel-link mt-1">
        Open the customer
      </Link>
    </section>
  );
}
