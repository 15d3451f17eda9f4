import { Link } from '#app/ui/link.js';
import { QUEUES, type Queue } from '#contract/admin/order-list.ts';
import { type OrderFilter, orderListPath, QUEUE_NAMES } from './order-filter.ts';

/** The queues, as one line that scrolls sideways on a phone. */
export function QueueTabs({ filter }: { filter: OrderFilter }) {
  const { after: _, ...rest } = filter;
  return (
    <nav
      aria-label="Queues"
      className="-mx-(--page-edge) overflow-x-auto px-(--page-edge) lg:mx-0 lg:px-0"
    >
      <ul className="flex gap-0.5 pb-1 max-lg:w-max lg:flex-wrap">
        {tabsFor(filter).map((queue) => (
          <li key={queue}>
            <Link
              to={orderListPath({ ...rest, queue })}
              aria-current={filter.queue === queue ? 'page' : undefined}
              className="inline-flex min-h-11 items-center rounded-full px-3 font-medium whitespace-nowrap text-body hover:bg-surface-accent aria-[current=page]:bg-primary aria-[current=page]:text-on-primary"
            >
              {QUEUE_NAMES[queue]}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** Queues without a tab of their own: Today links to those of rare work, and Products to the sold pieces. */
const LINKED: readonly Queue[] = ['refunds_failed', 'to_take_out', 'return_to_refund', 'unsent'];

/** The tabs. A queue without a tab of its own gets one while it is open: the first, where a phone shows it. */
function tabsFor({ queue: current }: OrderFilter): Queue[] {
  const usual = QUEUES.filter((queue) => !LINKED.includes(queue));
  return current && LINKED.includes(current) ? [current, ...usual] : usual;
}
