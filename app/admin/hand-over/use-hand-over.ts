import { useState } from 'react';
import { callAdmin } from '#app/admin/call-admin.ts';
import { undoOfSeveral } from '#app/admin/orders/bulk/bulk-undo.ts';
import { reloadOrders } from '#app/admin/orders/order-queries.ts';
import { showDone } from '#app/admin/undo/undo-store.ts';
import { messageOf } from '#app/shell/api/api-error.ts';
import type { BulkOutcome } from '#contract/admin/order-actions.ts';
import type { OrderDetail } from '#contract/admin/order-views.ts';
import type { Numbers } from './parcel-numbers.ts';

/** What became of a try: the ids of the parcels that are on their way, and why there was no answer; '' for an answer. */
type Tried = { done: string[]; failed: string };

/**
 * Hands several parcels over, and tells how many with an Undo. `outcomes` says what was refused, until it is closed;
 * then the message about the others comes again, because a dialog lay over it.
 */
export function useHandOver() {
  const [sending, setSending] = useState(false);
  const [outcomes, setOutcomes] = useState<BulkOutcome[] | null>(null);

  async function handOver(
    courier: string,
    orders: readonly OrderDetail[],
    numbers: Numbers,
  ): Promise<Tried> {
    setSending(true);
    const items = orders.map(({ id, version }) => ({
      id,
      version,
      tracking_number: numbers[id] ?? '',
    }));
    try {
      const answer = await callAdmin('POST /admin/orders/actions', {
        body: { verb: 'hand_over', courier, items },
      });
      const done = answer.outcomes.filter(({ refused }) => refused === null);
      tellHandedOver(done);
      if (done.length < items.length) setOutcomes(answer.outcomes);
      return { done: done.map(({ id }) => id), failed: '' };
    } catch (reason) {
      return { done: [], failed: messageOf(reason) };
    } finally {
      // A manifest shows what is on its way now.
      await reloadOrders();
      setSending(false);
    }
  }

  function closeOutcomes() {
    tellHandedOver(outcomes?.filter(({ refused }) => refused === null) ?? []);
    setOutcomes(null);
  }

  return { sending, outcomes, handOver, closeOutcomes };
}

function tellHandedOver(done: readonly BulkOutcome[]): void {
  if (done.length === 0) return;
  const undo = undoOfSeveral('hand_over', [], done);
  showDone({
    text: `${done.length} handed over`,
    ...(undo && { undo }),
    link: {
      to: `/admin/print?orders=${done.map(({ id }) => id).join(',')}`,
      label: 'Print slips',
    },
  });
}
