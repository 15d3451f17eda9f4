import { queryOptions, useQuery } from '@tanstack/react-query';
import { call } from '#app/shell/api/api.ts';
import { hasErrorCode } from '#app/shell/api/api-error.ts';
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

/**
 * Saves a new or edited address and reloads the list, also when the address was deleted on another device. Throws what
 * `call` throws.
 */
export async function saveAddress(form: AddressForm, old?: Address): Promise<Address> {
  const change = old
    ? call('PATCH /addresses/{id}', { params: { id: old.id }, body: form })
    : call('POST /addresses', { body: form });
  const saved = await change.catch((error: unknown) => {
    if (hasErrorCode(error, 'address_not_found')) void refreshAddresses();
    throw error;
  });
  await refreshAddresses();
  return saved;
}

/** Deletes an address; orders keep their own copy of it. Succeeds if it was deleted on another device already. */
export async function deleteAddress(id: string): Promise<void> {
  try {
    await call('DELETE /addresses/{id}', { params: { id } });
  } catch (error) {
    if (!hasErrorCode(error, 'address_not_found')) throw error;
  }
  await refreshAddresses();
}

/** Reloads the list. */
export function refreshAddresses(): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: addressesQuery.queryKey });
}
