import { useState } from 'react';
import { callAdmin } from '#app/admin/call-admin.ts';
import { DONE_TEXTS } from '#app/admin/orders/actions/use-order-action.ts';
import { BulkOutcomes } from '#app/admin/orders/bulk/bulk-outcomes.tsx';
import { type BulkUndo, undoOfSeveral } from '#app/admin/orders/bulk/bulk-undo.ts';
import { reloadOrders } from '#app/admin/orders/order-queries.ts';
import { showFailure } from '#app/admin/show-failure.ts';
import { showSnackbar } from '#app/admin/snackbar/snackbar-store.ts';
import { useRole } from '#app/admin/staff/use-staff.ts';
import { useWrite } from '#app/admin/use-write.ts';
import { Button } from '#app/ui/button.tsx';
import type { RemittancePreview } from '#contract/admin/cash.ts';
import type { BulkOutcome } from '#contract/admin/order-actions.ts';
import { cashChanged } from './cash-queries.ts';

type DeliverOrdersProps = RemittancePreview['on_the_way'] & {
  /** Called when orders were delivered, or their delivery was undone. */
  onChanged: () => Promise<void>;
};

/** Marks orders as delivered for which the courier has paid although the shop still has them as on the way. */
export function DeliverOrders({ count, orders, onChanged }: DeliverOrdersProps) {
  const delivers = useRole('owner');
  const { write, busy } = useWrite({
    failed: 'Not marked as delivered',
    lost: 'No reply from the server. They may be delivered: see below.',
    onFailure: changed,
  });
  const [result, setResult] = useState<{ outcomes: BulkOutcome[]; undo: BulkUndo | undefined }>();

  async function changed() {
    cashChanged();
    await onChanged().catch((error: unknown) => showFailure(error, 'The list was not read again'));
  }

  const deliver = () =>
    write(async () => {
      const sentAt = Date.now();
      const { outcomes } = await callAdmin('POST /admin/orders/actions', {
        body: { verb: 'deliver', items: orders },
      });
      void reloadOrders();
      // A courier's list only pays for cash orders.
      const inCash = orders.map(({ id }) => ({ id, payment_method: 'cod' as const }));
      const undone = undoOfSeveral('deliver', inCash, outcomes, sentAt);
      const undo = undone && { ...undone, run: () => undone.run().finally(() => void changed()) };
      if (outcomes.some(({ refused }) => refused !== null)) setResult({ outcomes, undo });
      else {
        const done = outcomes.length === 1 ? '1 order' : `${outcomes.length} orders`;
        showSnackbar({ text: `${done} ${DONE_TEXTS.deliver}`, undo: undo?.run });
      }
      await changed();
    });

  return (
    <>
      {count > 0 && (
        <div className="grid gap-2">
          <p>
            {count === 1 ? '1 order is' : `${count} orders are`} paid for, but still on the way
            here.{' '}
            {delivers
              ? 'A minute after they are marked as delivered, the customers get an email.'
              : 'An owner can mark them as delivered.'}
          </p>
          {delivers && (
            <Button
              tone="secondary"
              className="justify-self-start"
              busy={busy && 'Working...'}
              onClick={() => void deliver()}
            >
              {orders.length === 1
                ? 'Mark it as delivered'
                : `Mark these ${orders.length} as delivered`}
            </Button>
          )}
        </div>
      )}
      {/* Rendered even when the list no longer has such orders, so that the results stay open. */}
      <BulkOutcomes
        outcomes={result?.outcomes ?? null}
        undo={result?.undo}
        onClose={() => setResult(undefined)}
      />
    </>
  );
}
