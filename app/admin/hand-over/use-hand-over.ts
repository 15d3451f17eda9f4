import { useState } from 'react';
import { callAdmin } from '#app/admin/call-admin.ts';
import { undoOfSeveral } from '#app/admin/orders/bulk/bulk-undo.ts';
import { reloadOrders } from '#app/admin/orders/order-queries.ts';
import { showSnackbar } from '#app/admin/snackbar/snackbar-store.ts';
import { messageOf } from '#app/shell/api/api-error.ts';
import type { BulkOutcome } from '#contract/admin/order-actions.ts';
import type { OrderDetail } from '#contract/admin/order-views.ts';
import type { Numbers } from './pasted-list.ts';

/**
 * The ids of the parcels that were handed over, and the message of a failed request; '' if the server has responded.
 */
type HandOverResult = { done: string[]; failed: string };

type Answer = { outcomes: BulkOutcome[]; sentAt: number };

/**
 * Hands over several parcels and shows their number in a snackbar, with an Undo. `outcomes` are shown in a dialog if
 * some were refused. When it is closed the snackbar is shown again, because the dialog covered it; without the Undo
 * once the emails were sent.
 */
export function useHandOver() {
  const [sending, setSending] = useState(false);
  const [withRefusals, setWithRefusals] = useState<Answer | null>(null);

  /** `numbers` is null for a courier without them. */
  async function handOver(
    courier: string,
    orders: readonly OrderDetail[],
    numbers: Numbers | null,
  ): Promise<HandOverResult> {
    setSending(true);
    const sentAt = Date.now();
    const items = orders.map(({ id, version }) => ({
      id,
      version,
      ...(numbers && { tracking_number: numbers[id] ?? '' }),
    }));
    try {
      const answer = await callAdmin('POST /admin/orders/actions', {
        body: { verb: 'hand_over', courier, items },
      });
      const done = answer.outcomes.filter(({ refused }) => refused === null);
      showHandedOver(done, sentAt);
      if (done.length < items.length) setWithRefusals({ ...answer, sentAt });
      return { done: done.map(({ id }) => id), failed: '' };
    } catch (reason) {
      return { done: [], failed: messageOf(reason) };
    } finally {
      // The manifest shows the parcels as they are now.
      await reloadOrders();
      setSending(false);
    }
  }

  function closeOutcomes() {
    if (withRefusals)
      showHandedOver(
        withRefusals.outcomes.filter(({ refused }) => refused === null),
        withRefusals.sentAt,
      );
    setWithRefusals(null);
  }

  return { sending, outcomes: withRefusals?.outcomes ?? null, handOver, closeOutcomes };
}

function showHandedOver(done: readonly BulkOutcome[], sentAt: number): void {
  if (done.length === 0) return;
  const undo = undoOfSeveral('hand_over', [], done, sentAt);
  showSnackbar({
    text: `${done.length} handed over`,
    ...(undo && { undo: undo.run }),
    link: {
      to: `/admin/print?orders=${done.map(({ id }) => id).join(',')}`,
      label: 'Print slips',
    },
  });
}
