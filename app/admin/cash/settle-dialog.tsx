import { useEffect, useRef, useState } from 'react';
import * as z from 'zod/mini';
import { DraftNote } from '#app/admin/draft/draft-note.tsx';
import { useFormDraft } from '#app/admin/draft/use-form-draft.ts';
import { focusInvalid } from '#app/admin/focus-invalid.ts';
import { FormFields } from '#app/admin/form-fields.tsx';
import { showSnackbar } from '#app/admin/snackbar/snackbar-store.ts';
import { messageOf } from '#app/shell/api/api-error.ts';
import { Button } from '#app/ui/button.tsx';
import { Dialog } from '#app/ui/dialog.tsx';
import { TextArea } from '#app/ui/field.tsx';
import type { OpenCash } from '#contract/admin/cash.ts';
import { formatPaise, toPaise } from '#domain/money.ts';
import { changeCash } from './change-cash.ts';

type SettleDialogProps = {
  order: OpenCash;
  open: boolean;
  onClose: () => void;
  /** Undoes the settlement. */
  onUndo: () => Promise<void>;
};

/** Shows the sum that the courier will no longer owe and asks for a reason, which the audit log keeps. */
export function SettleDialog({ order, open, onClose, onUndo }: SettleDialogProps) {
  return (
    <Dialog title={`Settle ${order.order_number}`} open={open} onClose={onClose}>
      <SettleForm order={order} onClose={onClose} onUndo={onUndo} />
    </Dialog>
  );
}

const Typed = z.object({ reason: z.string() });

function SettleForm({ order, onClose, onUndo }: Omit<SettleDialogProps, 'open'>) {
  const { order_id, order_number, courier } = order;
  const { form, restored, change, forget } = useFormDraft(`settle:${order_id}`, Typed, {
    reason: '',
  });
  const { reason } = form;
  const field = useRef<HTMLTextAreaElement>(null);
  const [failure, setFailure] = useState('');
  const [saving, setSaving] = useState(false);
  const open = toPaise(order.amount) - toPaise(order.remitted_amount ?? 0);
  const sum = formatPaise(Math.abs(open));

  // After the dialog has focused its first button.
  useEffect(() => {
    const frame = requestAnimationFrame(() => field.current?.focus());
    return () => cancelAnimationFrame(frame);
  }, []);

  async function settle() {
    if (reason.trim() === '') return setFailure('Say why');
    setFailure('');
    setSaving(true);
    try {
      await changeCash(order_id, { action: 'settle', note: reason });
      forget();
      showSnackbar({ text: `${order_number}: ${sum} settled by hand`, undo: onUndo });
      onClose();
    } catch (error) {
      setFailure(messageOf(error));
      setSaving(false);
    }
  }

  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void settle();
        focusInvalid(event.currentTarget);
      }}
      className="grid gap-5"
    >
      <DraftNote restored={restored} onClear={forget} />
      <p>
        {open < 0
          ? `${courier ?? 'The courier'} paid ${sum} too much. The order will be marked as settled.`
          : `${sum} will no longer be expected from ${courier ?? 'the courier'}: it came another way, or is given up.`}{' '}
        You can reopen it under “Settled by hand”.
      </p>
      <FormFields saving={saving}>
        <TextArea
          ref={field}
          label="Why"
          hint="Such as “Paid by UPI, UTR 123” or “Written off, parcel fee”"
          rows={2}
          maxLength={500}
          value={reason}
          onChange={(event) => change({ reason: event.target.value })}
          error={failure}
        />
      </FormFields>
      <div className="dialog-actions">
        <Button type="submit" busy={saving && 'Saving...'}>
          Settle {sum}
        </Button>
        <Button tone="quiet" onClick={onClose}>
          Back
        </Button>
      </div>
    </form>
  );
}
