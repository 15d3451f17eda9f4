import { useState } from 'react';
import * as z from 'zod/mini';
import { callAdmin } from '#app/admin/call-admin.ts';
import { DraftNote } from '#app/admin/draft/draft-note.tsx';
import { useFormDraft } from '#app/admin/draft/use-form-draft.ts';
import { FormFields } from '#app/admin/form-fields.tsx';
import { orderChanged } from '#app/admin/orders/order-queries.ts';
import { useRole } from '#app/admin/staff/use-staff.ts';
import { messageOf } from '#app/shell/api/api-error.ts';
import { Button } from '#app/ui/button.tsx';
import { Field } from '#app/ui/field.tsx';

const Typed = z.object({ text: z.string() });

/** Writes a note for the staff, once. The draft is kept until it is saved. */
export function NoteForm({ orderId }: { orderId: string }) {
  const { form, restored, change, keep, forget } = useFormDraft(`note:${orderId}`, Typed, {
    text: '',
  });
  const { text } = form;
  const [saving, setSaving] = useState(false);
  const [failure, setFailure] = useState('');
  if (!useRole('owner', 'packer')) return null;

  async function save() {
    if (!text.trim() || saving) return;
    setSaving(true);
    setFailure('');
    try {
      orderChanged(
        await callAdmin('POST /admin/orders/{id}/notes', {
          params: { id: orderId },
          body: { text: text.trim() },
          idempotencyKey: keep(),
        }),
      );
      forget();
    } catch (error) {
      setFailure(messageOf(error));
    } finally {
      setSaving(false);
    }
  }

  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
      className="mt-5 flex flex-wrap items-end gap-x-2"
    >
      <DraftNote restored={restored} onClear={forget} className="w-full" />
      <FormFields saving={saving}>
        <Field
          value={text}
          onChange={(event) => change({ text: event.target.value })}
          label="Note for the staff"
          maxLength={1000}
          autoComplete="off"
          error={failure}
          className="min-w-0 flex-1"
        />
      </FormFields>
      <Button type="submit" tone="secondary" busy={saving && 'Saving...'}>
        Add
      </Button>
    </form>
  );
}
