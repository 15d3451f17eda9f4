import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { couriersQuery } from '#app/admin/orders/order-queries.ts';
import { lastCourier, rememberCourier } from './last-courier.ts';

/** The couriers in use, to choose from; the one used last is chosen. `error` while they have not been loaded. */
export function useCouriers() {
  const { data, error, isPending, isFetching, refetch } = useQuery(couriersQuery);
  const [chosen, setChosen] = useState(lastCourier);
  const inUse = data?.filter(({ active }) => active) ?? [];
  const courier = inUse.find(({ id }) => id === chosen)?.id ?? inUse[0]?.id;
  return {
    courier,
    /** For this screen and the next one: the numbers outlive a reload, and are of the courier that was chosen for them. */
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

/** Why nothing can be handed over while no courier is chosen. */
export function whyNoCourier({ pending }: Pick<Couriers, 'pending'>): string {
  return pending
    ? 'The couriers are still loading. Please try again.'
    : 'There is no courier in use. Add one under Settings.';
}
