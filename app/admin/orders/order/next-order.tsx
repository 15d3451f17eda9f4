import { useQuery } from '@tanstack/react-query';
import { orderListPath } from '#app/admin/orders/list/order-filter.ts';
import { orderListQuery } from '#app/admin/orders/order-queries.ts';
import { LinkButton } from '#app/ui/button.tsx';

/** Packed parcels leave first, then what is to be packed. */
const QUEUES = [
  { queue: 'to_hand_over', step: 'hand over' },
  { queue: 'to_pack', step: 'pack' },
] as const;

/** After a hand-over, the next order that waits to leave; nobody has to go back to the list for it. */
export function NextOrder() {
  const [handOver, pack] = [
    useQuery(orderListQuery({ queue: QUEUES[0].queue })),
    useQuery(orderListQuery({ queue: QUEUES[1].queue })),
  ];
  // Until both lists know of the hand-over, the first of them may be the order that has just left.
  if (!handOver.data || !pack.data || handOver.isFetching || pack.isFetching) return null;
  const waiting = [handOver.data.orders, pack.data.orders];
  const place = waiting.findIndex((orders) => orders.length > 0);
  const next = waiting[place]?.[0];
  const work = QUEUES[place];
  if (!next || !work) return <p className="text-muted">No other order waits to leave.</p>;
  return (
    <div className="flex flex-wrap gap-2">
      <LinkButton to={`/admin/orders/${next.id}`}>
        {`Next: ${work.step} ${next.order_number}`}
      </LinkButton>
      <LinkButton to={orderListPath({ queue: work.queue })} tone="secondary">
        All that wait
      </LinkButton>
    </div>
  );
}
