import { useEffect, useState } from 'react';
import { whatChanged } from '#app/admin/orders/event-texts.ts';
import { useWrite } from '#app/admin/use-write.ts';
import { Button } from '#app/ui/button.tsx';
import { Dialog } from '#app/ui/dialog.tsx';
import { Link } from '#app/ui/link.js';
import type { BulkOutcome } from '#contract/admin/order-actions.ts';
import type { BulkUndo } from './bulk-undo.ts';

type BulkOutcomesProps = {
  /** Null while the dialog is closed. */
  outcomes: readonly BulkOutcome[] | null;
  onClose: () => void;
  /** Undoes those that were done; undefined if that is not possible. */
  undo?: BulkUndo | undefined;
};

/** The results of a bulk action: how many orders were done, and each refused one with its reason. */
export function BulkOutcomes({ outcomes, onClose, undo }: BulkOutcomesProps) {
  const { write, busy: undoing } = useWrite({ failed: 'Not undone' });
  const isLate = useIsPast(undo?.until ?? Number.POSITIVE_INFINITY);
  const refused = outcomes?.filter((each) => each.refused !== null) ?? [];
  const done = (outcomes?.length ?? 0) - refused.length;

  return (
    <Dialog
      title={refused.length === 0 ? `${done} done` : `${done} done, ${refused.length} not`}
      open={outcomes !== null}
      onClose={onClose}
    >
      {refused.length > 0 && (
        <ul className="grid gap-2">
          {refused.map((each) => (
            <li key={each.id} className="rounded-md bg-surface-muted px-4 py-2">
              <Link
                to={`/admin/orders/${each.id}`}
                className="inline-flex min-h-11 items-center font-semibold text-primary underline underline-offset-4"
              >
                {each.order_number ?? 'Unknown order'}
              </Link>
              <p>
                {each.refused?.message}
                {each.fulfilment && ` ${whatChanged({ ...each, fulfilment: each.fulfilment })}`}
              </p>
            </li>
          ))}
        </ul>
      )}
      <div className="dialog-actions mt-6">
        {undo && (!isLate || undoing) && (
          <Button
            tone="secondary"
            busy={undoing && 'Undoing...'}
            // Closes also after a failure: its content is outdated, and it would cover the toast.
            onClick={() => void write(undo.run).then(onClose)}
          >
            Undo the {done === 1 ? 'one' : done} done
          </Button>
        )}
        <Button onClick={onClose}>Close</Button>
      </div>
    </Dialog>
  );
}

/** Whether an instant, in milliseconds, has passed; renders again when it does. */
function useIsPast(instant: number): boolean {
  const [passed, setPassed] = useState(Number.NEGATIVE_INFINITY);
  useEffect(() => {
    if (!Number.isFinite(instant)) return;
    const timer = setTimeout(() => setPassed(instant), instant - Date.now());
    return () => clearTimeout(timer);
  }, [instant]);
  return instant <= passed;
}
