import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { useSearchParams } from 'react-router';
import { useShortcuts } from '#app/admin/keyboard/use-shortcuts.ts';
import { age } from '#app/admin/orders/list/age.ts';
import { SearchForm } from '#app/admin/search/search-form.tsx';
import { LoadError } from '#app/shell/api/load-error.tsx';
import { LinkButton } from '#app/ui/button.tsx';
import { Link, useNavigate } from '#app/ui/link.js';
import { Spinner } from '#app/ui/spinner.tsx';
import type { CustomerRow } from '#contract/admin/customers.ts';
import { formatRupees } from '#domain/money.ts';
import { customerListQuery } from './customer-queries.ts';

/** Finds customers by email, telephone or name; `/` focuses the field. */
export default function CustomerListScreen() {
  const [params] = useSearchParams();
  const navigate = useNavigate();
  const input = useRef<HTMLInputElement>(null);
  useShortcuts({ '/': () => input.current?.focus() });
  const q = params.get('q') || undefined;
  const after = (!q && params.get('after')) || undefined;
  const list = useQuery(customerListQuery({ q, after }));
  const customers = list.data?.customers ?? [];

  function search(typed: string) {
    navigate(typed ? `/admin/customers?${new URLSearchParams({ q: typed })}` : '/admin/customers');
  }

  return (
    <section aria-labelledby="customers" className="grid gap-4">
      <title>Customers | Admin</title>
      <h1 id="customers" className="text-2xl">
        Customers
      </h1>
      <SearchForm
        input={input}
        q={q}
        label="Search customers"
        placeholder="Email, phone or name..."
        onSearch={search}
      />
      {list.isPending && <Spinner label="Loading..." />}
      {list.isError && !list.data && (
        <LoadError error={list.error} retrying={list.isFetching} onRetry={list.refetch} />
      )}
      {list.data && (
        <>
          <h2 className="text-sm font-medium text-muted">
            {q
              ? `${list.data.more ? `The first ${customers.length}` : customers.length} found`
              : 'Ordered last'}
          </h2>
          {customers.length > 0 && (
            <ul
              aria-busy={list.isPlaceholderData}
              className="overflow-clip rounded-lg border border-border bg-surface shadow-soft aria-busy:bg-surface-accent"
            >
              {customers.map((customer) => (
                <Row key={customer.id} customer={customer} />
              ))}
            </ul>
          )}
          <div className="flex flex-wrap justify-center gap-3">
            {after && (
              <LinkButton to="/admin/customers" tone="secondary">
                First page
              </LinkButton>
            )}
            {list.data.next && (
              <LinkButton to={`/admin/customers?after=${list.data.next}`} tone="secondary">
                Next page
              </LinkButton>
            )}
          </div>
        </>
      )}
    </section>
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
