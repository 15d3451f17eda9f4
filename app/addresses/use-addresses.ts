import { queryOptions, useQuery } from '@tanstack/react-query';
import { call } from '#app/shell/api/api.ts';
import { queryClient } from '#app/shell/api/query-client.ts';
import type { Address, AddressForm } from '#contract/addresses.ts';

/** The saved addresses, the default first, then the newest. */
const addressesQuery = queryOptions({
  queryKey: ['addresses'],
  queryFn: () => call('GET /addresses'),
});

export function useAddresses() {
  return useQuery(addressesQuery);
}

/** Saves a new or edited address and reloads the list. */
export async function saveAddress(form: AddressForm, old?: Address): Promise<Address> {
  const saved = old
    ? await call('PATCH /addresses/{id}', { params: { id: old.id }, body: form })
    : await call('POST /addresses', { body: form });
  await refreshAddresses();
  return saved;
}

/** Deletes an address; orders keep their own copy of it. */
export async function deleteAddress(id: string): Promise<void> {
  await call('DELETE /addresses/{id}', { params: { id } });
  await refreshAddresses();
}

/** Reloads the list. */
export function refreshAddresses(): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: addressesQuery.queryKey });
}
