import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import { read } from '#app/admin/api.ts';
import { List, Pages } from '#app/admin/list.tsx';
import { age } from '#app/admin/orders/list/age.ts';
import { Loaded, Screen } from '#app/admin/screen.tsx';
import { SearchForm } from '#app/admin/search/search-form.tsx';
import { Link, useNavigate } from '#app/ui/link.js';
import type { CustomerRow } from '#contract/admin/customers.ts';
import { formatRupees } from '#domain/money.ts';

/** Finds customers by email, telephone or name; `/` focuses the field. */
export default function CustomerListScreen() {
  const [params] = useSearchParams();
  const navigate = useNavigate();
  const q = params.get('q') || undefined;
  const after = (!q && params.get('after')) || undefined;
  const list = useQuery({
    ...read('GET /admin/customers', { query: { q, after } }),
    placeholderData: keepPreviousData,
  });
  return (
    <Screen heading="Customers">
      <SearchForm
        q={q}
        label="Search customers"
        placeholder="Email, phone or name..."
        onSearch={(typed) =>
          navigate(
            typed ? `/admin/customers?${new URLSearchParams({ q: typed })}` : '/admin/customers',
          )
        }
      />
      <Loaded query={list}>
        {({ customers, more, next }) => (
          <>
            <h2 className="text-sm font-medium text-muted">
              {q
                ? `${more ? `The first ${customers.length}` : customers.length} found`
                : 'Ordered last'}
            </h2>
            <List busy={list.isPlaceholderData}>
              {customers.map((customer) => (
                <Row key={customer.id} customer={customer} />
              ))}
            </List>
            <Pages
              after={after}
              next={next}
              to={(last) => (last ? `/admin/customers?after=${last}` : '/admin/customers')}
            />
          </>
        )}
      </Loaded>
    </Screen>
  );
}

function Row({ customer }: { customer: CustomerRow }) {
  const { id, full_name, email, phone, orders, spent, last_order_at } = customer;
  return (
    <li className="relative grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 border-b border-border px-4 py-2.5 last:border-0 focus-within:bg-surface-muted hover:bg-surface-muted lg:grid-cols-[minmax(0,1fr)_minmax(0,1.3fr)_8rem_9rem]">
      <p className="min-w-0">
        <Link
          to={`/admin/customers/${id}`}
          className="block truncate rounded-sm font-semibold text-foreground after:absolute after:inset-0"
        >
          {full_name ?? email ?? 'Without a name'}
        </Link>
        <span className="block truncate text-sm text-muted">{phone}</span>
      </p>
      <p className="min-w-0 truncate text-sm max-lg:order-3">{email}</p>
      <p className="text-right text-sm text-muted lg:text-left">
        <span className="block">
          {orders === 0 ? 'No orders yet' : `${orders} ${orders === 1 ? 'order' : 'orders'}`}
        </span>
        {last_order_at && <span className="block">{age(last_order_at)}</span>}
      </p>
      <p className="text-right font-semibold text-foreground tabular-nums max-lg:order-4">
        {spent > 0 ? (
          formatRupees(spent)
        ) : (
          <span className="font-normal text-muted">Nothing paid yet</span>
        )}
      </p>
    </li>
  );
}
