import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { lastCourier } from './last-courier.ts';
import { couriersQuery } from './order-queries.ts';

/** The couriers in use, to choose from; the one used last is chosen. `error` while they have not been loaded. */
export function useCouriers() {
  const { data, error, isPending, isFetching, refetch } = useQuery(couriersQuery);
  const [chosen, choose] = useState(lastCourier);
  const inUse = data?.filter(({ active }) => active) ?? [];
  const courier = inUse.find(({ id }) => id === chosen)?.id ?? inUse[0]?.id;
  return {
    courier,
    choose,
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
