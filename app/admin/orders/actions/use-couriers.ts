import { useState } from 'react';
import { browserStorage } from '#app/shell/web-storage.ts';
import type { Courier } from '#contract/admin/couriers.ts';

const KEY = 'admin-courier';

/**
 * The couriers in use for a select field. The last used one is preselected, and none before: the customer's email names
 * it.
 */
export function useCourierChoice(couriers: readonly Courier[]) {
  const [chosen, setChosen] = useState(() => browserStorage().getItem(KEY));
  const inUse = couriers.filter(({ active }) => active);
  const courier = inUse.find(({ id }) => id === chosen || inUse.length === 1);
  return {
    courier: courier?.id,
    /** Whether its parcels have tracking numbers. */
    numbered: courier?.numbered ?? true,
    /** Why there is none. */
    missing:
      inUse.length === 0
        ? 'There is no courier in use. Add one under Settings.'
        : 'Choose the courier first.',
    /** What connects the select field. The choice is stored, as are the numbers that were typed for it. */
    field: {
      label: 'Courier',
      value: courier?.id ?? '',
      onChange: ({ target }: { target: { value: string } }) => {
        rememberCourier(target.value);
        setChosen(target.value);
      },
      options: [
        ...(courier ? [] : [{ value: '', label: 'Choose' }]),
        ...inUse.map(({ id, name }) => ({ value: id, label: name })),
      ],
    },
  };
}

/** Stores the chosen courier in this browser: most shops use the same one every day. */
export function rememberCourier(id: string): void {
  browserStorage().setItem(KEY, id);
}
