import { useQuery } from '@tanstack/react-query';
import { answered, callAdmin, read } from '#app/admin/api.ts';
import { WriteButton } from '#app/admin/buttons.tsx';
import { customerFacts, Facts } from '#app/admin/facts.tsx';
import { FulfilmentBadge } from '#app/admin/orders/fulfilment-badge.tsx';
import { DetailScreen, Loaded } from '#app/admin/screen.tsx';
import { showSnackbar } from '#app/admin/snackbar/snackbar-store.ts';
import { Link } from '#app/ui/link.js';
import { telUrl } from '#app/ui/tel-url.ts';
import type { Customer } from '#contract/admin/customers.ts';
import { addressLines, withinIndia } from '#domain/address.ts';
import { formatDay } from '#domain/day.ts';
import { formatRupees } from '#domain/money.ts';
import { CustomerAccount } from './customer-account.tsx';

/** One customer: orders, addresses and the account. */
export default function CustomerScreen({ id }: { id: string }) {
  const customer = useQuery(customerQuery(id));
  return <Loaded query={customer}>{(data) => <CustomerDetail customer={data} />}</Loaded>;
}

/** One customer; fails with `not_found`. */
const customerQuery = (id: string) => read('GET /admin/customers/{id}', { params: { id } });

/** Caches a customer's new state. */
const customerChanged = (customer: Customer) => answered(customerQuery(customer.id), customer);

function CustomerDetail({ customer }: { customer: Customer }) {
  const { email, phone } = customer;
  const name = customer.full_name ?? email ?? 'Customer';
  return (
    <DetailScreen
      title={name}
      heading={name}
      list={{ to: '/admin/customers', name: 'Customers' }}
      below={
        <div className="flex flex-wrap gap-x-6">
          {email && (
            <>
              <a translate="no" href={`mailto:${email}`} className="panel-link">
                {email}
              </a>
              <Link
                to={`/admin/messages?${new URLSearchParams({ q: email })}`}
                className="panel-link"
              >
                Messages
              </Link>
            </>
          )}
          {phone && (
            <a href={telUrl(phone)} className="panel-link">
              {phone}
            </a>
          )}
        </div>
      }
    >
      <div className="grid gap-5 lg:grid-cols-[minmax(0,1fr)_20rem] lg:items-start xl:grid-cols-[minmax(0,1fr)_24rem]">
        <Orders orders={customer.last_orders} />
        <div className="grid min-w-0 gap-5">
          <section className="panel">
            <h2 className="text-lg">In all</h2>
            <Facts facts={customerFacts(customer)} className="mt-2" />
          </section>
          <CustomerAccount customer={customer} onChange={customerChanged} />
          <CustomerCash customer={customer} />
          <CustomerAddresses addresses={customer.addresses} />
        </div>
      </div>
    </DetailScreen>
  );
}

function Orders({ orders }: { orders: Customer['last_orders'] }) {
  return (
    <section className="panel min-w-0">
      <h2 className="text-lg">Orders</h2>
      {orders.length === 0 && <p className="mt-2 text-muted">None yet.</p>}
      <ul className="mt-2">
        {orders.map(({ id, order_number, created_at, fulfilment, payment_mode, total_amount }) => (
          <li key={id} className="border-b border-border last:border-0">
            <Link
              to={`/admin/orders/${id}`}
              className="flex min-h-12 flex-wrap items-center gap-x-4 rounded-sm py-2 hover:bg-surface-muted"
            >
              <span className="grow font-semibold whitespace-nowrap text-foreground tabular-nums">
                {order_number}
                <span className="block text-sm font-normal text-muted">
                  {formatDay(created_at)}
                </span>
              </span>
              <span className="tabular-nums">{formatRupees(total_amount)}</span>
              <span className="min-w-24 text-right">
                <FulfilmentBadge order={{ fulfilment, payment_mode }} />
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The addresses of the account, the default one first. */
function CustomerAddresses({ addresses }: { addresses: Customer['addresses'] }) {
  if (addresses.length === 0) return null;
  return (
    <section className="panel">
      <h2 className="text-lg">Addresses</h2>
      <ul className="mt-2 grid gap-3">
        {addresses.map((address) => (
          <li key={address.id} className="wrap-anywhere">
            <span className="font-medium text-foreground">{address.full_name}</span>
            {address.is_default && <span className="ml-2 text-sm text-muted">default</span>}
            <span className="block whitespace-pre-line">
              {addressLines(withinIndia(address)).join('\n')}
            </span>
            <span className="block text-sm text-muted">{address.phone}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Whether the customer may pay in cash, and the button that changes it. */
function CustomerCash({ customer: { id, cash_blocked_at: since } }: { customer: Customer }) {
  async function change() {
    const request = { params: { id } };
    customerChanged(
      since === null
        ? await callAdmin('POST /admin/customers/{id}/cash-block', request)
        : await callAdmin('DELETE /admin/customers/{id}/cash-block', request),
    );
    showSnackbar({ text: `Cash on delivery ${since === null ? 'refused' : 'allowed'}` });
  }
  return (
    <section className="panel grid gap-3">
      <h2 className="text-lg">Cash on delivery</h2>
      <p>
        {since === null
          ? 'Allowed, within the limits under Settings.'
          : `Refused since ${formatDay(since)}: this customer can only pay online. Orders placed before are not changed.`}
      </p>
      <WriteButton tone="secondary" work={change}>
        {since === null ? 'Refuse cash on delivery' : 'Allow cash on delivery'}
      </WriteButton>
    </section>
  );
}
