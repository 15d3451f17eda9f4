import * as z from 'zod/mini';
import { AdminForm } from '#app/admin/admin-form.tsx';
import { useFormDraft } from '#app/admin/draft/use-form-draft.ts';
import { showSnackbar } from '#app/admin/snackbar/snackbar-store.ts';
import { useWrite } from '#app/admin/use-write.ts';
import { Dialog } from '#app/ui/dialog.tsx';
import { TextArea } from '#app/ui/field.tsx';
import type { OpenCash } from '#contract/admin/cash.ts';
import { formatPaise, toPaise } from '#domain/money.ts';
import { changeCash } from './cash-queries.ts';

type SettleFormProps = {
  order: OpenCash;
  onClose: () => void;
  /** Undoes the settlement. */
  onUndo: () => Promise<void>;
};

/** Shows the sum that the courier will no longer owe and asks for a reason, which the audit log keeps. */
export function SettleDialog({ open, ...form }: SettleFormProps & { open: boolean }) {
  return (
    <Dialog title={`Settle ${form.order.order_number}`} open={open} onClose={form.onClose}>
      <SettleForm {...form} />
    </Dialog>
  );
}

const Typed = z.object({ reason: z.string() });

function SettleForm({ order, onClose, onUndo }: SettleFormProps) {
  const { order_id, order_number, courier } = order;
  const draft = useFormDraft(`settle:${order_id}`, Typed, { reason: '' });
  const { reason } = draft.form;
  const { write, busy, failure, refuse } = useWrite();
  const open = toPaise(order.amount) - toPaise(order.remitted_amount ?? 0);
  const sum = formatPaise(Math.abs(open));

  function settle() {
    if (reason.trim() === '') return refuse('Say why');
    return write(async () => {
      await changeCash(order_id, { action: 'settle', note: reason });
      draft.forget();
      showSnackbar({ text: `${order_number}: ${sum} settled by hand`, undo: onUndo });
      onClose();
    });
  }

  return (
    <AdminForm
      inDialog
      draft={draft}
      onSubmit={settle}
      busy={busy}
      submit={`Settle ${sum}`}
      cancel={{ label: 'Back', onClick: onClose }}
    >
      <p>
        {open < 0
          ? `${courier ?? 'The courier'} paid ${sum} too much. The order will be marked as settled.`
          : `${sum} will no longer be expected from ${courier ?? 'the courier'}: it came another way, or is given up.`}{' '}
        You can reopen it under “Settled by hand”.
      </p>
      <TextArea
        {...draft.field('reason')}
        label="Why"
        hint="Such as “Paid by UPI, UTR 123” or “Written off, parcel fee”"
        rows={2}
        maxLength={500}
        error={failure}
      />
    </AdminForm>
  );
}
