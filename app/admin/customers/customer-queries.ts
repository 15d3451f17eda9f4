import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { callAdmin } from '#app/admin/call-admin.ts';
import { cancelQueries, queryClient } from '#app/shell/api/query-client.ts';
import type { Customer } from '#contract/admin/customers.ts';

const CUSTOMERS = ['admin', 'customers'] as const;

/** The customers that match a search; without one, a page of those who ordered last. */
export function customerListQuery(filter: { q?: string | undefined; after?: string | undefined }) {
  return queryOptions({
    queryKey: [...CUSTOMERS, 'list', filter],
    queryFn: () => callAdmin('GET /admin/customers', { query: filter }),
    placeholderData: keepPreviousData,
  });
}

/** One customer; fails with `not_found`. */
export function customerQuery(id: string) {
  return queryOptions({
    queryKey: [...CUSTOMERS, 'one', id],
    queryFn: () => callAdmin('GET /admin/customers/{id}', { params: { id } }),
  });
}

/** Caches a customer's new state. */
export function customerChanged(customer: Customer): void {
  cancelQueries(customerQuery(customer.id).queryKey);
  queryClient.setQueryData(customerQuery(customer.id).queryKey, customer);
}
