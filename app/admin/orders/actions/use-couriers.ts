import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { couriersQuery } from '#app/admin/orders/order-queries.ts';
import { queryClient } from '#app/shell/api/query-client.ts';
import { browserStorage } from '#app/shell/web-storage.ts';
import type { Courier } from '#contract/admin/couriers.ts';

const KEY = 'admin-courier';

/**
 * The active couriers for a select field; the last used one is preselected, and none before: the customer's email names
 * it. `error` if they could not be loaded.
 */
export function useCouriers() {
  const { data, error, isPending, isFetching, refetch } = useQuery(couriersQuery);
  const [chosen, setChosen] = useState(lastCourier);
  const inUse = data?.filter(({ active }) => active) ?? [];
  const courier = preselect(inUse, chosen);
  return {
    courier,
    /** Whether the chosen one's parcels have tracking numbers. */
    numbered: inUse.find(({ id }) => id === courier)?.numbered ?? true,
    /**
     * Resolves to the courier once the couriers are loaded, for a scanner that is faster than the request. Rejects if
     * the request fails.
     */
    whenLoaded: async () => preselect(await queryClient.ensureQueryData(couriersQuery), chosen),
    /**
     * Selects a courier and stores the choice: typed numbers survive a reload, and belong to the courier that was
     * chosen for them.
     */
    choose: (id: string) => {
      rememberCourier(id);
      setChosen(id);
    },
    /** Why there is none. */
    missing: data && inUse.length === 0 ? NO_COURIER : 'Choose the courier first.',
    options: [
      ...(courier === undefined ? [{ value: '', label: 'Choose' }] : []),
      ...inUse.map(({ id, name }) => ({ value: id, label: name })),
    ],
    pending: isPending,
    error: data ? null : error,
    retrying: isFetching,
    retry: refetch,
  };
}

export type Couriers = ReturnType<typeof useCouriers>;

const NO_COURIER = 'There is no courier in use. Add one under Settings.';

/** The id of the chosen courier if it is in use, or of the only one that is. */
function preselect(couriers: readonly Courier[], chosen: string): string | undefined {
  const inUse = couriers.filter(({ active }) => active);
  return inUse.find(({ id }) => id === chosen || inUse.length === 1)?.id;
}

/** The courier chosen last in this browser: most shops use the same one every day. */
function lastCourier(): string {
  return browserStorage().getItem(KEY) ?? '';
}

/** Stores the chosen courier in this browser. */
export function rememberCourier(id: string): void {
  browserStorage().setItem(KEY, id);
}
