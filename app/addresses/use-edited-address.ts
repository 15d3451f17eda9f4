import { useState } from 'react';
import { useShopper } from '#app/shell/session/guard.tsx';
import type { Address } from '#contract/addresses.ts';
import { forgetAddress, keptAddress } from './kept-address.ts';

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
