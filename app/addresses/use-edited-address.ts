import { useState } from 'react';
import { useShopper } from '#app/shell/session/guard.tsx';
import type { Address } from '#contract/addresses.ts';
import type { AddressValues } from './address-fields.tsx';

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
