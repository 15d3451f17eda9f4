import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { couriersQuery } from '#app/admin/orders/order-queries.ts';
import { lastCourier, rememberCourier } from './last-courier.ts';

/** The active couriers for a select field; the last used one is preselected. `error` if they could not be loaded. */
export function useCouriers() {
  const { data, error, isPending, isFetching, refetch } = useQuery(couriersQuery);
  const [chosen, setChosen] = useState(lastCourier);
  const inUse = data?.filter(({ active }) => active) ?? [];
  const courier = inUse.find(({ id }) => id === chosen)?.id ?? inUse[0]?.id;
  return {
    courier,
    /** Stores the choice too: the typed numbers survive a reload, and belong to the courier that was chosen for them. */
    choose: (id: string) => {
      rememberCourier(id);
      setChosen(id);
    },
    options: inUse.map(({ id, name }) => ({ value: id, label: name })),
    pending: isPending,
    error: data ? null : error,
    retrying: isFetching,
    retry: refetch,
  };
}

export type Couriers = ReturnType<typeof useCouriers>;

/** Why nothing can be handed over without a courier. */
export function whyNoCourier({ pending }: Pick<Couriers, 'pending'>): string {
  return pending
    ? 'The couriers are still loading. Please try again.'
    : 'There is no courier in use. Add one under Settings.';
}
