import { type BulkAction, type BulkOutcome, OrderAction } from '#contract/admin/order-actions.ts';
import { AppError } from '#contract/errors.ts';
import type { Verb } from '#domain/order-verbs.ts';
import type { StaffAccess } from '#server/database/staff-database.ts';
import { statement } from '#server/database/tables.ts';
import type { Jobs } from '#server/jobs/jobs.ts';
import { applyVerb } from './apply-verb.ts';
import { findCurrentOrders } from './queries.ts';

/** How long a request for several orders may take, in milliseconds: proxies and browsers give up after that. */
const BULK_TIMEOUT_MS = 15_000;

/**
 * Applies one verb to several orders, one after the other. A failure of one order, also a lock timeout, leaves the others
 * alone. Orders that are not reached within 15 s are answered as timed out.
 *
 * @throws AppError stale_factor before any is done, if one may be refunded; unavailable if the database reached none of
 * them.
 */
export async function applyVerbToOrders(
  staff: StaffAccess,
  jobs: Jobs,
  action: BulkAction,
): Promise<BulkOutcome[]> {
  await staff.check(); // refuses the request once, not once per order
  if (REFUNDING.includes(action.verb)) await requireFactor(staff, action.items);
  const end = performance.now() + BULK_TIMEOUT_MS;
  const done: Pick<BulkOutcome, 'id' | 'refused'>[] = [];
  for (const { id, single } of singleActions(action)) {
    const act = () => applyVerb(staff, jobs, id, single).then(() => null, toRefusal);
    done.push({ id, refused: performance.now() > end ? TIMED_OUT : await act() });
  }
  if (done.every(({ refused }) => refused?.code === 'unavailable'))
    throw new AppError('unavailable');
  const orders = await staff.rows(findCurrentOrders(done.map(({ id }) => id)));
  const present = new Map(orders.map((order) => [order.id, order]));
  return done.map((each) => {
    const { order_number, version, fulfilment, last } = present.get(each.id) ?? NOT_SEEN;
    return { ...each, order_number, version, fulfilment, last };
  });
}

/** Verbs that give back what was paid online. */
const REFUNDING: readonly Verb[] = ['cancel', 'lose'];

async function requireFactor(staff: StaffAccess, items: readonly { id: string }[]): Promise<void> {
  const ids = items.map(({ id }) => id);
  const online = statement`
    select from orders
    where id = any(${ids}::uuid[]) and payment_id is not null and not staff_factor_is_fresh() limit 1`;
  if ((await staff.rows(online)).length > 0) throw new AppError('stale_factor');
}

const NOT_SEEN = { order_number: null, version: null, fulfilment: null, last: null };

const TIMED_OUT: BulkOutcome['refused'] = {
  code: 'unavailable',
  message: 'Not reached in time. Please try this one again.',
};

function toRefusal(error: unknown): BulkOutcome['refused'] {
  if (!(error instanceof AppError)) throw error;
  return { code: error.code, message: error.message };
}

function singleActions(action: BulkAction): { id: string; single: OrderAction }[] {
  const { items, ...common } = action;
  return items.map(({ id, ...item }) => ({
    id,
    single: OrderAction.parse({ ...common, ...item }),
  }));
}
