import { queryOptions, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '#app/shell/api/api.ts';
import { hasErrorCode } from '#app/shell/api/api-error.ts';
import { queryClient } from '#app/shell/api/query-client.ts';
import { useShopper } from '#app/shell/session/guard.tsx';
import type { Address, AddressForm } from '#contract/addresses.ts';
import type { AddressValues } from './address-fields.tsx';

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

/**
 * The address whose form is open, 'new' for one to add, null for none. Starts with the one that was typed when the
 * session ended, if there is one.
 */
export function useEditedAddress() {
  const { id } = useShopper();
  const [editing, setEditing] = useState(() => keptAddress(id)?.editing ?? null);

  function edit(address: Address | 'new' | null) {
    if (address === null) forgetAddress();
    setEditing(address);
  }

  return [editing, edit] as const;
}

/** An address that was typed and could not be saved because the session had ended. */
type KeptAddress = { shopperId: string; editing: Address | 'new'; values: AddressValues };

let kept: KeptAddress | null = null;

/** Keeps it in memory until the same shopper has signed in again; another shopper in this browser never sees it. */
export function keepAddress(address: KeptAddress): void {
  kept = address;
}

/** The address kept for this shopper. If it is another's, it is forgotten. */
export function keptAddress(shopperId: string): KeptAddress | null {
  if (kept?.shopperId !== shopperId) kept = null;
  return kept;
}

/** Call when its form is closed: it was saved or is no longer wanted. */
function forgetAddress(): void {
  kept = null;
}
